const svg = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`)}`

/**
 * Icons that try to run a script, send a request or break a page, by what they try. A script that runs sets
 * `globalThis.hostileScriptRan`; requests go to hosts of `tracker.invalid`.
 */
export const hostileIcons: Readonly<Record<string, unknown>> = {
  empty: '',
  'a script address': 'javascript:globalThis.hostileScriptRan=true',
  'a web address': 'https://tracker.invalid/icon.png',
  'an address without protocol': '//tracker.invalid/icon.png',
  'a relative address': '/logout',
  'a file': 'file:///etc/passwd',
  'a page': 'data:text/html,<script>globalThis.hostileScriptRan=true</script>',
  'SVG with a script': svg('<script>globalThis.hostileScriptRan=true</script>'),
  'SVG with a handler': svg('<rect width="9" height="9" onload="globalThis.hostileScriptRan=true"/>'),
  'SVG with a picture from outside': svg('<image href="https://tracker.invalid/pixel.png"/>'),
  'SVG with HTML inside': svg(
    '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="https://tracker.invalid/"/></foreignObject>',
  ),
  'SVG with a style sheet from outside': svg('<style>@import "https://tracker.invalid/x.css"</style>'),
  'SVG of a megabyte': svg('<path d="M0 0h9"/>'.repeat(30_000)),
  'end of an attribute': '" onerror="globalThis.hostileScriptRan=true',
  'end of a CSS address': 'data:image/png,x"); background: url("https://tracker.invalid/css',
  'no picture': 'data:image/png;base64,bm90IGEgcGljdHVyZQ==',
  'broken base64': 'data:image/png;base64,%%%',
  'upper case': 'DATA:TEXT/HTML,<script>globalThis.hostileScriptRan=true</script>',
  'leading space': ' \n javascript:globalThis.hostileScriptRan=true',
  number: 42,
  null: null,
  'an object': { toString: () => 'javascript:globalThis.hostileScriptRan=true' },
}
