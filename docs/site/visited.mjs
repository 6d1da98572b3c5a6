/**
 * The pages that `npm test` visits in a browser: one of each kind, because visiting all takes minutes. `node scripts/docs.mjs --check --all`
 * visits every page. Links and hosts are checked on all pages without a browser.
 */
export const visited = [
  '404',
  'index',
  'theming',
  'accessibility',
  'start/vite-react',
  'recipes/sign-in',
  'migrate/index',
  'operate/monitoring',
  'reference/options',
  'reference/elements',
  'errors/frame-timeout',
  'api/evm',
]
