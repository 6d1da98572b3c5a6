import { parse } from '@babel/parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appkit } from './appkit/appkit.ts'
import { migrateText } from './migrateText.ts'

/** Migrates a text twice: the second time must change nothing. */
function migrate(text: string, file = 'app.tsx') {
  const parameters = { file, migration: appkit, framework: 'react' } as const
  const once = migrateText({ ...parameters, text })
  if ('error' in once) throw new Error(once.error)
  const twice = migrateText({ ...parameters, text: once.text })
  if ('error' in twice) throw new Error(twice.error)
  expect(twice.text).toBe(once.text)
  return once
}

describe('migrateText', () => {
  test('behavior: imports, re-exports and everything else that loads a module', () => {
    const { text, notes } = migrate(`'use client'
import { createAppKit, useAppKit as useKit, type AppKitNetwork } from '@reown/appkit/react'
import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import type { SIWXMessage } from '@reown/appkit'
import * as networks from '@reown/appkit/networks'
import '@reown/appkit-wallet-button/react'
export { base as home, solana } from '@reown/appkit/networks'
export * from '@reown/appkit-siwx'
const { mainnet } = await import('@reown/appkit/networks')
const Button = lazy(() => import('@reown/appkit/react').then((kit) => ({ default: kit.AppKitButton })))
const kit = require('@reown/appkit/react')
jest.mock('@reown/appkit/react', () => ({}))
type Kit = import('@reown/appkit').AppKit
declare module '@reown/appkit/react' {}
createAppKit({ networks: [networks.base], adapters: [new EthersAdapter()] })
`)
    expect(notes).toEqual([])
    expect(text).toMatchInlineSnapshot(`
      "'use client'
      import { createAppKit, useAppKit as useKit, type AppKitNetwork } from '@portico/react'
      import { EthersAdapter } from "@portico/evm";
      import type { SIWXMessage } from '@portico/react'
      import * as networks from '@portico/react/networks'
      import '@portico/react/wallet-button'
      export { base as home, solana } from '@portico/react/networks'
      export * from '@portico/siwx'
      const { mainnet } = await import('@portico/react/networks')
      const Button = lazy(() => import('@portico/react').then((kit) => ({ default: kit.AppKitButton })))
      const kit = require('@portico/react')
      jest.mock('@portico/react', () => ({}))
      type Kit = import('@portico/react').AppKit
      declare module '@portico/react' {}
      createAppKit({ networks: [networks.base], adapters: [new EthersAdapter()] })
      "
    `)
  })

  test('behavior: what is unknown stays, with a comment above it, also in JSX and in other strings', () => {
    const { text, notes, remaining } = migrate(`import { createAppKit, Nonsense } from '@reown/appkit/react'
import {
  // signs in
  DefaultSIWX,
  ReownAuthentication, // at Reown
} from '@reown/appkit-siwx'
export default {
  transpilePackages: ['@reown/appkit'],
}
export const App = () => (
  <div>
    @reown/appkit {\`@reown/appkit\`}
    {load(() => {
      const ui = require('@reown/appkit-ui')
      return ui
    })}
  </div>
)
`)
    expect(text).toMatchInlineSnapshot(`
      "// portico: "Nonsense" of @reown/appkit/react has no counterpart in @portico/react.
      import { Nonsense } from '@reown/appkit/react'
      import { createAppKit } from '@portico/react'
      // portico: ReownAuthentication signs in at the servers of Reown: use DefaultSIWX, which signs in at your gateway.
      import {
        ReownAuthentication, // at Reown
      } from '@reown/appkit-siwx'
      import {
        // signs in
        DefaultSIWX,
      } from '@portico/siwx'
      // portico: "@reown/appkit" is a package of AppKit: remove it here, or write its replacement.
      export default {
        transpilePackages: ['@reown/appkit'],
      }
      export const App = () => (
        <div>
          @reown/appkit {\`@reown/appkit\`}
          {load(() => {
            // portico: @reown/appkit-ui has no counterpart in Portico.
            const ui = require('@reown/appkit-ui')
            return ui
          })}
        </div>
      )
      "
    `)
    expect(notes).toHaveLength(4)
    expect([...remaining].sort()).toEqual(['@reown/appkit-siwx', '@reown/appkit-ui', '@reown/appkit/react'])
  })

  test('behavior: scripts of components, and only those', () => {
    const { text } = migrate(
      `<!-- <script>import '@reown/appkit/react'</script> -->
<script setup lang="ts">
import { mainnet } from '@reown/appkit/networks'
</script>
<script lang="ts">
import { Foo } from '@reown/appkit/react'
</script>
<template>
  <p title="<script>">@reown/appkit</p>
</template>
`,
      'App.vue',
    )
    expect(text).toMatchInlineSnapshot(`
      "<!-- <script>import '@reown/appkit/react'</script> -->
      <script setup lang="ts">
      import { mainnet } from '@portico/react/networks'
      </script>
      <script lang="ts">
      // portico: "Foo" of @reown/appkit/react has no counterpart in @portico/react.
      import { Foo } from '@reown/appkit/react'
      </script>
      <template>
        <p title="<script>">@reown/appkit</p>
      </template>
      "
    `)
    expect(
      migrate(`<script>\n  import { base } from '@reown/appkit/networks'\n</script>\n{base}`, 'a.svelte')
        .text,
    ).toBe(`<script>\n  import { base } from '@portico/react/networks'\n</script>\n{base}`)
  })

  test.each([
    ['a comment in one line', `import { base /* home */, mainnet } from '@reown/appkit/networks'`],
    ['a byte order mark', `\uFEFFimport { base } from '@reown/appkit/networks'`],
    ['Windows line breaks', `// a\r\nimport { base } from '@reown/appkit/networks'\r\nbase\r\n`],
    [
      'a directive and a shebang',
      `#!/usr/bin/env node\n'use strict'\nimport { base } from '@reown/appkit/networks'`,
    ],
    ['Flow', `// @flow\nimport { base } from '@reown/appkit/networks'\nconst x = (y: any)`],
    [
      'decorators',
      `import { base } from '@reown/appkit/networks'\n@Component({ base })\nexport class A { constructor(@Inject() a) {} }`,
    ],
  ])('behavior: leaves %s as it is', (_, text) => {
    const { text: after, notes } = migrate(text, 'a.js')
    expect(notes).toEqual([])
    expect(after).toBe(text.replace('@reown/appkit/networks', '@portico/react/networks'))
  })

  test('behavior: a name that differs keeps its local name, and Vue and plain pages have packages of their own', () => {
    const text = `import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { type BitcoinConnector as Wallet, BitcoinAdapter } from '@reown/appkit-adapter-bitcoin'
import { createAppKit } from '@reown/appkit'
`
    const as = (framework: 'vue' | 'none') =>
      migrateText({ file: 'a.ts', text, migration: appkit, framework })
    expect(as('vue')).toMatchObject({
      text: `import { EvmAdapter as EthersAdapter } from '@portico/vue'
import { type BitcoinProvider as Wallet } from '@portico/elements/bitcoin'
import { BitcoinAdapter } from '@portico/vue/bitcoin'
import { createAppKit } from '@portico/vue'
`,
    })
    expect(as('none')).toMatchObject({
      text: `import { EvmAdapter as EthersAdapter } from '@portico/elements'
import { type BitcoinProvider as Wallet, BitcoinAdapter } from '@portico/elements/bitcoin'
import { createAppKit } from '@portico/elements'
`,
    })
  })

  test('behavior: notes have the line breaks of the file, and stand below byte order mark and shebang', () => {
    expect(migrate(`\uFEFFimport { Foo } from '@reown/appkit'\r\n`).text).toBe(
      `\uFEFF// portico: "Foo" of @reown/appkit has no counterpart in @portico/react.\r\nimport { Foo } from '@reown/appkit'\r\n`,
    )
    expect(migrate(`#!/usr/bin/env node\nimport { Foo } from '@reown/appkit'\n`).text).toBe(
      `#!/usr/bin/env node\n// portico: "Foo" of @reown/appkit has no counterpart in @portico/react.\nimport { Foo } from '@reown/appkit'\n`,
    )
  })

  test('behavior: similar names are other packages', () => {
    const text = `import '@reown/appkitten'\nimport '@reown/appkit-'\nimport 'my/@reown/appkit'\nimport '@reown/walletkit'\n// @reown/appkit\n`
    expect(migrate(text).text).toBe(text)
  })

  test('error: a file that cannot be parsed', () => {
    const parameters = { migration: appkit, framework: 'react' } as const
    expect(migrateText({ ...parameters, file: 'a.ts', text: `import { from '@reown/appkit'` })).toMatchObject(
      {
        error: expect.stringContaining('Unexpected token'),
      },
    )
    expect(
      migrateText({ ...parameters, file: 'a.vue', text: `<script>import { from '@reown/appkit'</script>` }),
    ).toMatchObject({
      error: expect.stringContaining('Unexpected token'),
    })
  })

  test('behavior: text without the kit is unchanged, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.constantFrom('a.ts', 'a.vue', 'a.jsx'),
        (text, file) => {
          fc.pre(!text.includes('@reown/appkit'))
          expect(migrateText({ file, text, migration: appkit, framework: 'react' })).toMatchObject({
            text,
            notes: [],
          })
        },
      ),
      { numRuns: 50 },
    )
  })

  test('behavior: any mix of statements parses afterwards, a second run changes nothing, other lines stay', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('createAppKit', 'useAppKit', 'Foo', 'type AppKitNetwork', 'EthersAdapter'),
      { minLength: 1 },
    )
    const module = fc.constantFrom(
      '@reown/appkit',
      '@reown/appkit/react',
      '@reown/appkit-adapter-ethers',
      '@reown/appkit-cdn',
      'viem',
    )
    const statement = fc.oneof(
      fc
        .tuple(names, module, fc.boolean(), fc.constantFrom("'", '"'), fc.constantFrom('', ';'))
        .map(([list, from, long, quote, end]) => {
          const inner = long ? `{\n  ${list.join(',\n  ')},\n}` : `{ ${list.join(', ')} }`
          return `export ${inner} from ${quote}${from}${quote}${end}`
        }),
      module.map((from) => `const m = await import('${from}')`),
      fc.constantFrom(
        '// a comment',
        'const jsx = <a b="c">text {`1`} </a>',
        'if (a) b; else c',
        '/* @reown/appkit */',
      ),
    )
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (statements, eol) => {
        // Every statement in a block of its own, because names may repeat.
        const text = statements
          .join('\n')
          .replaceAll('const m =', 'var m =')
          .replaceAll('const jsx =', 'var jsx =')
          .replaceAll('\n', eol)
        const parameters = { file: 'a.tsx', migration: appkit, framework: 'react' } as const
        const once = migrateText({ ...parameters, text })
        // Exporting a name twice is an error before the migration as well.
        if ('error' in once) return
        parse(once.text, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
        expect(migrateText({ ...parameters, text: once.text })).toMatchObject({ text: once.text })
        for (const line of text.split(eol))
          if (/^(\/\/|var jsx|if|\/\*)|viem/.test(line)) expect(once.text.split(eol)).toContain(line)
      }),
      { numRuns: 150 },
    )
  })
})
