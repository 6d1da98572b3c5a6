import { resolve } from 'node:path'
import { defaultClientConditions, type InlineConfig } from 'vite'

import { integrity } from './integrity.ts'
import { ownModules, pageOf } from './ownModules.ts'
import { shownTexts } from './shownTexts.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Vite configuration of the pages: the frame, the device page, the wallet's own page, the wallet window and the page of social logins. Nothing is inlined, as the Content
 * Security Policy would refuse it, and file names contain a hash of the content.
 */
export const pageConfig: InlineConfig = {
  root,
  publicDir: false,
  resolve: { conditions: ['@portico/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  plugins: [integrity(), ownModules(), shownTexts()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      // No warnings about slow plugins: on a busy machine every build has them.
      checks: { bundlerTimings: false },
      input: ['index.html', 'device.html', 'manage.html', 'social.html', 'window.html'].map((page) =>
        resolve(root, page),
      ),
      // One script for what a page always loads.
      output: { codeSplitting: { groups: [{ name: (id) => pageOf(id) ?? null, tags: ['$initial'] }] } },
    },
  },
}
