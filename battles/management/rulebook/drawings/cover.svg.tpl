<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120">
  <g transform="translate(30 60) rotate(0)"><rect x="-18" y="-11" width="36" height="22" rx="3"/><circle r="7"/><path d="M7 0H26"/><path d="M13-7 17 0 13 7"/></g>
  <g transform="translate(166 60) rotate(180)"><rect x="-18" y="-11" width="36" height="22" rx="3"/><circle r="7"/><path d="M7 0H26"/><path d="M13-7 17 0 13 7"/></g>
  <path class="dash" d="M48 60H144"/>
  <circle class="shade" cx="110" cy="60" r="12"/><circle cx="110" cy="60" r="12"/>
</svg>
