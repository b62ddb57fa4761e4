"""What is asked of a new password, on the forms that set one."""

from __future__ import annotations

from django import template

from campaigns import passwords

register = template.Library()
register.simple_tag(passwords.at_least, name="password_at_least")
register.simple_tag(passwords.told, name="password_rules")
