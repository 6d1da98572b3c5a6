import { describe, expect, test } from 'vitest'
import { readLiteral } from './readLiteral.ts'

describe('readLiteral', () => {
  test('behavior: reads the value from a generated TypeScript file', () => {
    const source = `// generated: do not modify
import type { Kind } from './kind.js'

/* the data */
export const wallet: Kind = {
  id: "io.example", // the id
  'a-b': 'it\\'s \\u00e9\\x41\\u{1F600}\\n',
  app: { ios: null, 2: undefined, list: [1, -2.5, 0x10, 1_000, 1e3, .5,], },
  ok: true, no: false,
  text: \`a
$ b\`,
} as const;
export { wallet }
`
    expect(readLiteral(source)).toEqual({
      id: 'io.example',
      'a-b': "it's éA😀\n",
      app: { ios: null, 2: undefined, list: [1, -2.5, 16, 1000, 1000, 0.5] },
      ok: true,
      no: false,
      text: 'a\n$ b',
    })
  })

  test.each([
    [
      'const image =\n  "data:image/webp;base64,AAAA";\n\nexport default image;',
      'data:image/webp;base64,AAAA',
    ],
    [
      "var USDC =\n  '<svg>\\n</svg>'\n\nexport { USDC as default }\n//# sourceMappingURL=x.map",
      '<svg>\n</svg>',
    ],
    [
      'const ALL = [{ id: "a" }] as const satisfies Minimal[];\n\nexport function f() { return 1 }',
      [{ id: 'a' }],
    ],
  ])('behavior: reads the first declaration of %j', (source, expected) => {
    expect(readLiteral(source)).toEqual(expected)
  })

  test('behavior: reads __proto__ as an own property and does not set the prototype', () => {
    const value = readLiteral('const a = { __proto__: { polluted: 1 } }') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__'])
  })

  test.each([
    ['const a = { b: process.exit(1) }'],
    ['const a = [...b]'],
    ['const a = require("fs")'],
    [`const a = \`$\{b}\``],
    ['const a = (() => 1)()'],
    ['const a = { get b() { return 1 } }'],
    ['const a = "x" + y'],
    ['const a = { b: 1'],
    ['const a = "x'],
    ['function a() {}'],
    ['const a = new Map()'],
    [''],
  ])('error: rejects %j without executing it', (source) => {
    expect(() => readLiteral(source)).toThrow(/literal|declaration/)
  })
})
