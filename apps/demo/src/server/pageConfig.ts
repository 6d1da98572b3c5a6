import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type InlineConfig } from 'vite'

/**
 * With DEMO_REACT=preact the page contains Preact instead of React, as `@portico/elements` does, so that the browser tests can be run
 * with it.
 */
const alias =
  process.env.DEMO_REACT === 'preact'
    ? {
        'react/jsx-runtime': 'preact/jsx-runtime',
        'react-dom/client': 'preact/compat/client',
        'react-dom': 'preact/compat',
        react: 'preact/compat',
      }
    : {}

/**
 * Vite's configuration: builds from the workspace's sources and inlines no files, which the security policy forbids.
 */
export const pageConfig: InlineConfig = {
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  plugins: [react()],
  resolve: { alias, conditions: ['@portico/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    // One file for the initial page and one more for opening the modal. Without these groups, each module that a
    // lazy-loaded view shares would become a file of its own. A group includes the dependencies of its modules, so
    // that files do not depend on each other in a cycle.
    rolldownOptions: {
      // No warnings about slow plugins: on a busy machine every build has them.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 2 },
            // Needed to reconnect without loading the modal.
            { name: 'connection', test: /packages\/core\/src\/connectors\/dispatchConnection/, priority: 1 },
            // What offering WalletConnect needs when the modal opens.
            {
              name: 'walletConnect',
              test: /packages\/react\/src\/walletConnect\/(prepare|start)WalletConnect/,
            },
            {
              name: 'modal',
              test: /packages\/(react\/src\/(copy|cardCopy|icons\/|kit\/|parts\/|buttons\/AccountButton|walletConnect\/loadWalletConnect|modal\/(?!views\/|styles\/views)|modal\/views\/(index|connect\/(ConnectView|WalletRow|Legal|lazyListedWallets)))|core\/src\/(serverAlert|getPhone|format\/))/,
            },
          ],
        },
      },
    },
  },
}
