import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads TypeDoc's pages, one per entry point, as pages of the handbook.
 *
 * @param {{ from: string }} parameters the folder that TypeDoc has written to
 * @returns {Record<string, string>} text by path
 *
 * @example
 * writeApiPages({ from: '.cache/docs/api' })['api/react.md']
 */
export function writeApiPages({ from }) {
  const pages = globSync('**/*.md', { cwd: from })
    .filter((path) => path !== 'README.md')
    .toSorted()
  const texts = Object.fromEntries(pages.map((path) => [path, readFileSync(join(from, path), 'utf8')]))
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => {
      const name = path.replace(/(\/README)?\.md$/, '')
      const linked = text
        .replace(
          /^# .+$/m,
          `# ${name.includes('/namespaces/') ? name.replace(/^.*\//, '') : `@portico/${name}`}`,
        )
        .replaceAll(/\]\(([^)#:]*?)README\.md/g, ']($1index.md')
        // Examples have components in them.
        .replaceAll(/^```ts$/gm, '```tsx')
        // The handbook has no anchors within tables: they would be links without a text.
        .replaceAll(/<a id="[^"]*"><\/a> ?/g, '')
        .replaceAll(/\[([^\]]+)\]\(#(?:property|type-parameter)-[^)]*\)/g, '$1')
        .replaceAll(/(\]\([^)#]+)#(?:property|type-parameter)-[^)]*\)/g, '$1)')
      return [`api/${path.replace(/README\.md$/, 'index.md')}`, linked]
    }),
  )
}
