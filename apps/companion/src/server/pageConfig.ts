import { resolve } from 'node:path'
import { defaultClientConditions, type InlineConfig } from 'vite'

/** The Vite configuration: builds from the workspace's sources and inlines no assets, which the policy would block. */
export const pageConfig: InlineConfig = {
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  resolve: { conditions: ['@portico/source', ...defaultClientConditions] },
  // The clients expect Node's `global`.
  define: { global: 'globalThis' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    // No warnings about slow plugins: on a busy machine every build causes them.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}
