import { describe, expect, test } from 'vitest'
import { toPublishedManifest } from './toPublishedManifest.mjs'

describe('toPublishedManifest', () => {
  test('behavior: leaves out what only this repository uses, and widens versions', () => {
    const manifest = {
      name: '@portico/core',
      version: '0.1.0',
      sideEffects: ['./src/walletButton.ts', './dist/walletButton.js'],
      files: ['dist', 'src'],
      exports: {
        '.': { '@portico/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
        './testing': { '@portico/source': './src/testing/index.ts', default: './dist/testing/index.js' },
        './sources': { '@portico/source': './src/sources.ts' },
      },
      scripts: { build: 'tsc' },
      dependencies: {
        '@noble/curves': '2.4.0',
        '@noble/hashes': '1.8.0',
        '@portico/protocol': '0.1.0',
        '@scure/btc-signer': '2.4.1',
        uqr: '0.1.3',
        viem: '2.57.1',
        zod: '4.6.7',
      },
      devDependencies: { '@portico/testkit': '0.1.0' },
      peerDependencies: { react: '>=18' },
    }
    expect(
      toPublishedManifest({ manifest, common: { engines: { node: '>=20.19' } } }),
    ).toMatchInlineSnapshot(`
      {
        "dependencies": {
          "@noble/curves": "^2.0.0",
          "@noble/hashes": "^1.8.0 || ^2.0.0",
          "@portico/protocol": "0.1.0",
          "@scure/btc-signer": "^2.3.0",
          "uqr": "^0.1.3",
          "viem": ">=2.37 <3",
          "zod": "^4.5.0",
        },
        "engines": {
          "node": ">=20.19",
        },
        "exports": {
          ".": {
            "default": "./dist/index.js",
            "types": "./dist/index.d.ts",
          },
          "./package.json": "./package.json",
        },
        "files": [
          "dist",
          "LICENSE",
        ],
        "name": "@portico/core",
        "peerDependencies": {
          "react": ">=18",
        },
        "sideEffects": [
          "./dist/walletButton.js",
        ],
        "version": "0.1.0",
      }
    `)
  })

  test('behavior: a package may need a newer Node than the others', () => {
    const manifest = { name: '@portico/testkit', engines: { node: '>=22' }, exports: {} }
    const { engines } = toPublishedManifest({ manifest, common: { engines: { node: '>=20.19' } } })
    expect(engines).toEqual({ node: '>=22' })
  })
})
