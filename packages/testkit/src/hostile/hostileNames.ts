/**
 * Wallet names that try to break a page or deceive its users, by what they try. A script that runs sets
 * `globalThis.hostileScriptRan`.
 */
export const hostileNames: Readonly<Record<string, unknown>> = {
  empty: '',
  blank: ' \t\u00a0\u2003 ',
  'line breaks': 'Wallet\n\n\n\n\n\nSend all funds',
  script: '<script>globalThis.hostileScriptRan=true</script>',
  'image with a handler': '<img src=x onerror="globalThis.hostileScriptRan=true">',
  'end of an attribute': '"><svg onload="globalThis.hostileScriptRan=true">',
  'template of a framework': '{{constructor.constructor("globalThis.hostileScriptRan=true")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: looks like a template literal on purpose.
  'template literal': '${globalThis.hostileScriptRan=true}',
  'right to left override': 'Wallet \u202egnp.exe',
  'direction marks': '\u2067Wallet\u2069\u200f',
  'zero width': 'Wal\u200bl\u200det\ufeff',
  'only zero width': '\u200b\u200d\ufeff',
  'control characters': 'Wal\u0000let\u0007\u001b[31m',
  'lone surrogate': 'Wallet \ud800',
  'combining marks': `W${'\u0337\u0321\u030d'.repeat(200)}allet`,
  'very long': 'Wallet '.repeat(2000),
  'very long word': 'W'.repeat(10_000),
  'look-alike': '\u041cet\u0430Mask',
  'a button of ours': 'Connect Wallet',
  'a property of objects': '__proto__',
  'a placeholder': '{name} {0} %s',
  number: 42,
  null: null,
  'an object': { toString: () => 'Wallet' },
}
