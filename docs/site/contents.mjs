/**
 * The groups of the sidebar and their pages, without extensions. A group with `nav` is also in the navigation. A name that ends in
 * `/*` stands for all other pages of a folder. The title of a page is its first heading. Pages of the groups `reference`, `api`, `errors` and
 * most of `operate` are written by `scripts/docs`.
 */
export const contents = [
  {
    text: 'Start',
    nav: 'Start',
    collapsed: false,
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
  {
    text: 'Recipes',
    nav: 'Recipes',
    collapsed: false,
    pages: [
      'recipes/index',
      'recipes/buttons',
      'recipes/sign-in',
      'recipes/backend',
      'recipes/requests',
      'recipes/rpc',
      'recipes/networks',
      'recipes/calls',
      'recipes/pay',
      'recipes/walletconnect',
      'recipes/google',
      'recipes/own-interface',
      'recipes/testing',
      'recipes/csp',
      'theming',
      'languages',
      'accessibility',
    ],
  },
  {
    text: 'Coming from another kit',
    pages: [
      'migrate/index',
      'migrate/appkit',
      'migrate/rainbowkit',
      'migrate/connectkit',
      'migrate/onchainkit',
      'migrate/commands',
    ],
  },
  {
    text: 'Embedded wallet and security',
    pages: ['embedded/index', 'embedded/custody', 'security/index', 'security/design'],
  },
  {
    text: 'Operate',
    nav: 'Operate',
    pages: [
      'operate/install',
      'operate/rotate',
      'operate/upgrade',
      'operate/providers',
      'operate/index',
      'operate/*',
    ],
  },
  {
    text: 'Reference',
    nav: 'Reference',
    pages: [
      'reference/options',
      'reference/adapters',
      'reference/hooks',
      'reference/composables',
      'reference/methods',
      'reference/elements',
      'reference/gateway',
      'glossary',
    ],
  },
  { text: 'Packages (API)', pages: ['api/*'] },
  { text: 'Errors', nav: 'Errors', pages: ['errors/index', 'errors/rpc-codes', 'errors/*'] },
]
