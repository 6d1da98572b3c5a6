import { resolve } from 'node:path'
import { defaultClientConditions, type InlineConfig } from 'vite'

import { integrity } from './integrity.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * How Vite makes the pages: the frame, the device page and the wallet window. Nothing is inlined that the policy would
 * refuse, and every file is named by its content.
 */
export const pageConfig: InlineConfig = {
  root,
  publicDir: false,
  resolve: { conditions: ['@portico/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  plugins: [integrity()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: ['index.html', 'device.html', 'window.html'].map((page) => resolve(root, page)),
    },
  },
}
