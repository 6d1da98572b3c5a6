import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type InlineConfig } from 'vite'

/** How Vite makes the page: from the sources of the workspace, with no file inlined that the policy would refuse. */
export const pageConfig: InlineConfig = {
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['@portico/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    // What the page loads at first is one file, as the README says, and what opening the modal loads one more: else each
    // module that a later view shares is a file of its own. With what each module needs, so that no file waits for
    // another in a circle.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 2 },
            // What reconnecting needs, without the modal.
            { name: 'connection', test: /packages\/core\/src\/connectors\/dispatchConnection/, priority: 1 },
            {
              name: 'modal',
              test: /packages\/(react\/src\/(copy|cardCopy|icons\/|kit\/|parts\/|buttons\/AccountButton|walletConnect\/loadWalletConnect|modal\/(?!views\/|styles\/views)|modal\/views\/(index|connect\/(ConnectView|WalletRow|Legal|fetchListed)))|core\/src\/(serverAlert|getPhone|format\/))/,
            },
          ],
        },
      },
    },
  },
}
