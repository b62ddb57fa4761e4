"""From the choices of any stream to forms, and from forms to reports. Knows no battle, no season and no address."""
