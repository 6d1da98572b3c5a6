import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundlePackage } from './bundlePackage.mjs'

describe('bundlePackage', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const read = (path) => readFileSync(join(folder, 'dist', path), 'utf8')
  const manifest = {
    exports: {
      '.': { '@portico/source': './src/index.ts', default: './dist/index.js' },
      './networks': { '@portico/source': './src/networks/index.ts', default: './dist/networks/index.js' },
      './package.json': './package.json',
    },
    dependencies: { uqr: '1.0.0' },
    peerDependencies: { react: '>=18' },
  }

  test('behavior: writes one file per source file, with dependencies and lazy imports kept', async () => {
    write({
      'src/index.ts': `import { renderSVG } from 'uqr'
        export { Button } from './Button.tsx'
        export const qr = (text: string) => renderSVG(text)
        export const font = new URL('./inter.woff2', import.meta.url)
        export const openModal = () => import('./modal/Modal.tsx')`,
      'src/Button.tsx': `import { useState } from 'react'
        export const Button = () => <button>{useState(0)[0]}</button>`,
      'src/modal/Modal.tsx': `import css from './modal.css?inline'
        export const Modal = () => <style>{css}</style>`,
      'src/modal/modal.css': `:host { color: var(--portico-ink); }\n/* why */\n.row { inset-inline: 0px }`,
      'src/networks/index.ts': `export const mainnet = { id: 1 }`,
    })
    await bundlePackage({ folder, manifest })

    const files = readdirSync(join(folder, 'dist'), { recursive: true }).filter((file) =>
      file.endsWith('.js'),
    )
    expect(files.toSorted()).toMatchInlineSnapshot(`
      [
        "Button.js",
        "index.js",
        "modal/Modal.js",
        "modal/modal.css.js",
        "networks/index.js",
      ]
    `)
    expect(read('index.js')).toContain('from "uqr"')
    expect(read('index.js')).toContain('new URL("./inter.woff2", import.meta.url)')
    expect(read('index.js')).toContain('import("./modal/Modal.js")')
    expect(read('Button.js')).toContain('from "react/jsx-runtime"')
    expect(read('modal/modal.css.js')).toMatchInlineSnapshot(`
      "// src/modal/modal.css.js
      var modal_css_default = ":host{color:var(--portico-ink)}.row{inset-inline:0}";
      export { modal_css_default as default };

      //# sourceMappingURL=modal.css.js.map"
    `)
  })

  test('behavior: an entry for the browser begins with its directive, so that Next renders it there', async () => {
    write({
      'src/index.ts': `'use client'\n\nexport { Button } from './Button.tsx'`,
      'src/Button.tsx': `export const Button = () => <button />`,
      'src/networks/index.ts': `export const mainnet = { id: 1 }`,
    })
    await bundlePackage({ folder, manifest })
    expect(read('index.js')).toMatch(/^["']use client["']/)
    expect(read('networks/index.js')).not.toContain('use client')
  })

  test('error: an import that is neither a file nor a declared dependency', async () => {
    write({
      'src/index.ts': `export { z } from 'zod'`,
      'src/networks/index.ts': `export const mainnet = { id: 1 }`,
    })
    await expect(bundlePackage({ folder, manifest })).rejects.toThrow(/zod/)
  })
})
