import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@rspress/core'
import { nameHeadingLinks } from './nameHeadingLinks.ts'

const root = join(import.meta.dirname, '../..')
/** What `scripts/docs/assemblePages.mjs` has written. */
const assembled = join(root, '.cache/docs')
const { sidebar, nav } = JSON.parse(readFileSync(join(assembled, 'contents.json'), 'utf8'))

export default defineConfig({
  root: join(assembled, 'pages'),
  outDir: join(import.meta.dirname, 'dist'),
  title: 'Portico',
  description: 'Connect a wallet and sign in: open, light, and on your own servers.',
  icon: '/icon.svg',
  logoText: 'Portico',
  lang: 'en',
  i18nSource: (texts) => ({ ...texts, openInText: { ...texts.openInText, en: 'Markdown of this page' } }),
  route: { cleanUrls: true },
  search: { codeBlocks: false, searchHooks: join(import.meta.dirname, 'searchHooks.ts') },
  llms: true,
  mediumZoom: false,
  globalStyles: join(import.meta.dirname, 'theme.css'),
  markdown: { link: { checkDeadLinks: true, checkAnchors: true }, rehypePlugins: [nameHeadingLinks] },
  themeConfig: {
    nav,
    sidebar: { '/': sidebar },
    // No links to other companies' assistants: only the page's own Markdown.
    llmsUI: { viewOptions: ['markdownLink'], placement: 'outline', injectLlmsHint: false },
    footer: { message: 'MIT licence' },
  },
  builderConfig: {
    resolve: {
      alias: { '@components': join(import.meta.dirname, 'components'), '@root': root },
      // The examples run the sources of the packages: a fresh clone has no build of them.
      conditionNames: ['@portico/source', '...'],
    },
    output: { assetPrefix: '/' },
  },
})
