import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { relink } from './relink.mjs'
import { splitDocument, toSlug } from './splitDocument.mjs'

/** One section of a README that is a page of its own. */
const sections = [
  {
    file: 'apps/gateway/README.md',
    section: 'Environment',
    page: 'operate/gateway-settings',
    title: 'Settings of the gateway',
  },
  {
    file: 'apps/vault/README.md',
    section: 'Environment',
    page: 'operate/vault-settings',
    title: 'Settings of the vault',
  },
  {
    file: 'apps/wallet/README.md',
    section: 'The server',
    page: 'operate/wallet-site-settings',
    title: 'The server of the wallet site',
  },
]
/** Documents that are a page as they are. */
const whole = [
  { file: 'docs/security.md', page: 'security/design' },
  { file: 'packages/cli/README.md', page: 'migrate/commands', title: 'Commands' },
]

/**
 * Writes the pages for operators, of which `docs/operate.md` is the source: a page per section. Sections of the READMEs of the servers,
 * which have their settings, are pages beside them.
 *
 * @param {{ root: string }} parameters
 * @returns {Record<string, string>} text by path
 *
 * @example
 * writeOperate({ root })['operate/monitoring.md']
 */
export function writeOperate({ root }) {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const operate = 'docs/operate.md'
  const { pages, anchors } = splitDocument({ text: read(operate), to: 'operate', title: 'All tasks' })
  const targets = {
    [operate]: '/operate/',
    ...Object.fromEntries([...sections, ...whole].map(({ file, page }) => [file, `/${page}`])),
    'packages/react/README.md': '/reference/options',
    'packages/siwx/README.md': '/recipes/sign-in',
    'SECURITY.md': '/security/',
  }
  const link = (file, text) => relink({ text, file, pages: targets, anchors: { [operate]: anchors } })
  const tasks = Object.entries(anchors)
    .filter(([, page]) => !page.includes('#'))
    .map(([slug, page]) => `- [${/^# (.+)$/m.exec(pages[`operate/${slug}.md`])[1]}](${page})`)
  pages['operate/index.md'] += `\n${tasks.join('\n')}\n`
  return {
    ...Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, link(operate, text)])),
    ...Object.fromEntries(
      sections.map(({ file, section, page, title }) => {
        const parts = splitDocument({ text: read(file), to: 'part', title }).pages
        const text = parts[`part/${toSlug(section)}.md`]
        if (!text) throw new Error(`${file} has no section ${section}.`)
        return [`${page}.md`, withoutAnchors(link(file, text.replace(/^# .+$/m, `# ${title}`)))]
      }),
    ),
    ...Object.fromEntries(
      whole.map(({ file, page, title }) => {
        const text = title ? read(file).replace(/^# .+$/m, `# ${title}`) : read(file)
        return [`${page}.md`, link(file, text)]
      }),
    ),
  }
}

/** A link to another section of the same README leads to no page. */
function withoutAnchors(text) {
  return text.replaceAll(/\[([^\]]+)\]\(#[^)]+\)/g, '$1')
}
