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
    // What the page loads at first is one file, as the README says, and what opening the modal loads few more; by
    // default each module that a later part shares is a file of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'page', tags: ['$initial'], priority: 1 },
            {
              name: 'modal',
              test: /packages\/(react\/src\/(copy|icons\/|kit\/|modal\/(Modal|dialog|attempts|leaveNetworks|parts\/|styles\/|views\/(index|connect\/(?!Listed|AllWallets|useListed))))|core\/src\/actions\/(connect|cancelConnect|switchNetwork))/,
            },
            {
              name: 'account',
              test: /packages\/(react\/src\/(buttons\/AccountButton|parts\/)|core\/src\/format\/)/,
            },
            {
              name: 'wallet',
              test: /packages\/(evm\/src\/(connector\/(?!lazy)|parsing\/)|protocol\/src\/(?!gateway|walletconnect))/,
            },
          ],
        },
      },
    },
  },
}
