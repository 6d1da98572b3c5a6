import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOptions } from './parseOptions.ts'

const names = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../packages/compat/names.json`, 'utf8'),
)

describe('parseOptions', () => {
  test.each([
    [null, {}],
    ['', {}],
    ['{}', {}],
    ['{"themeMode":"dark"}', { themeMode: 'dark' }],
    ['{"features":{"email":false,"socials":["x","github"]}}', { 'features.email': false, 'features.socials': ['x', 'github'] }], // biome-ignore format: one row
    ['{"features":{"socials":false}}', { 'features.socials': false }],
    ['{"features":{"connectMethodsOrder":["email","social","wallet"]}}', { 'features.connectMethodsOrder': ['email', 'social', 'wallet'] }], // biome-ignore format: one row
    ['{"themeVariables":{"--apkt-accent":"#d6336c"}}', { 'themeVariables.--apkt-accent': '#d6336c' }],
    ['{"themeVariables":{"--w3m-accent":"rgb(1 2 3)"}}', { 'themeVariables.--apkt-accent': 'rgb(1 2 3)' }],
    ['{"networks":[31338],"defaultNetwork":31338}', { networks: [31338], defaultNetwork: 31338 }],
    ['{"signIn":"required","gateway":false,"legal":true,"rtl":true}', { signIn: 'required', gateway: false, legal: true, rtl: true }], // biome-ignore format: one row
    ['{"customWallets":[{"id":"a","name":"A"}]}', { customWallets: [{ id: 'a', name: 'A' }] }],
    ['{"metadata":{"name":"My app"}}', { 'metadata.name': 'My app' }],
  ])('behavior: accepts %s', (text, options) => {
    expect(parseOptions(text)).toEqual({ options, problems: [] })
  })

  test('behavior: every option of the kit can be set, or is refused because it names servers or holds code', () => {
    const given = [
      ...names.options.map((name: string) => ({ [name]: null })),
      ...names.features.map((name: string) => ({ features: { [name]: null } })),
    ]
    // Each is known: what is wrong is the value.
    expect(given.length).toBeGreaterThan(50)
    for (const options of given)
      expect(parseOptions(JSON.stringify(options)).problems).toEqual([
        expect.stringMatching(/ must be | cannot be set in the address/),
      ])
  })

  test.each([
    'gatewayUrl',
    'walletUrl',
    'customRpcUrls',
    'walletConnect',
    'termsConditionsUrl',
    'privacyPolicyUrl',
    'chainImages',
    'connectorImages',
    'projectId',
    'siwx',
    'adapters',
    'storage',
    'universalProviderConfigOverride',
  ])('error: %s cannot be set in the address', (key) => {
    const { options, problems } = parseOptions(
      JSON.stringify({ [key]: 'https://evil.example', debug: false }),
    )
    expect(options).toEqual({ debug: false })
    expect(problems).toEqual([
      `${key} cannot be set in the address: the demo's server configures servers and links.`,
    ])
  })

  test.each([
    ['{"metadata":{"url":"https://evil.example"}}', /^metadata\.url cannot be set/],
    ['{"metadata":{"icons":["https://evil.example"]}}', /^metadata\.icons cannot be set/],
    ['{"customWallets":[{"id":"a","name":"A","mobile_link":"evil:"}]}', /^customWallets must be/],
    ['{"tokens":{"eip155:31337":{"address":"0x1","image":"https://evil.example"}}}', /^tokens must be/],
    [
      `{"tokens":{"eip155:31337":{"address":"0x${'a1'.repeat(20)}","image":"https://evil.example"}}}`,
      /^tokens must be/,
    ],
    ['{"themeVariables":{"--apkt-accent":"url(https://evil.example)"}}', /must be a colour\.$/],
    ['{"themeVariables":{"--apkt-accent":"var(--x)"}}', /must be a colour\.$/],
    ['{"themeVariables":{"--apkt-font-family":"a;} body{"}}', /must be a list of font names\.$/],
    ['{"themeVariables":{"--apkt-border-radius-master":"calc(1px)"}}', /must be a length/],
    ['{"networks":[]}', /^networks must be a list of at least one of/],
    ['{"networks":[999]}', /^networks must be/],
    ['{"networks":false}', /^networks must be/],
    ['{"networks":[31337],"defaultNetwork":31338}', /^defaultNetwork must be one of networks\.$/],
    ['{"features":{"email":"no"}}', /^features\.email must be true or false\.$/],
    ['{"features":{"socials":["x","x"]}}', /^features\.socials must be/],
    ['{"features":[]}', /^features must be an object\.$/],
    ['{"themeMode":"blue"}', /^themeMode must be one of light, dark\.$/],
    ['{"themeMode":null}', /^themeMode must be/],
    ['{"frobnicate":1}', /^frobnicate is not a known option\.$/],
    ['{"__proto__":{"email":true}}', /^__proto__ is not a known option/],
    ['{"constructor":1}', /^constructor is not a known option/],
    ['{"features":{"__proto__":1}}', /^features\.__proto__ is not a known option/],
    ['[1]', /must be an object/],
    ['"x"', /must be an object/],
    ['null', /must be an object/],
    ['{', /not valid JSON/],
    ['x'.repeat(20_001), /too long/],
  ])('error: ignores %.60s', (text, problem) => {
    const parsed = parseOptions(text)
    expect(Object.keys(parsed.options)).toEqual(text.includes('"networks":[31337]') ? ['networks'] : [])
    expect(parsed.problems).toEqual([expect.stringMatching(problem)])
    expect(Object.getPrototypeOf(parsed.options)).toBe(Object.prototype)
  })

  test('behavior: reports at most 8 problems and the number of the others', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${i}`, i])))
    expect(parseOptions(text).problems).toHaveLength(9)
    expect(parseOptions(text).problems.at(-1)).toBe('And 92 more.')
  })

  test('behavior: never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const { options, problems } = parseOptions(text)
        expect(typeof options).toBe('object')
        expect(Array.isArray(problems)).toBe(true)
      }),
    )
  })
})
