/**
 * The order of the pages in the sidebar. A name is a page of `pages`, without its extension; `generated` names pages that
 * `scripts/docs` writes. The title of a page is its first heading.
 */
export const contents = [
  {
    text: 'Start',
    pages: [
      'index',
      'start/index',
      'start/vite-react',
      'start/next',
      'start/react-router',
      'start/tanstack-start',
      'start/wagmi',
      'start/ethers',
      'start/vue',
      'start/svelte',
      'start/html',
      'start/solana',
      'start/bitcoin',
    ],
  },
]
