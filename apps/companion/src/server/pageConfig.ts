import { resolve } from 'node:path'
import { defaultClientConditions, type InlineConfig } from 'vite'

/** How Vite makes the page: from the sources of the workspace, with no file inlined that the policy would refuse. */
export const pageConfig: InlineConfig = {
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  resolve: { conditions: ['@portico/source', ...defaultClientConditions] },
  // The clients ask Node for its environment, which a page has not.
  define: { global: 'globalThis' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
}
