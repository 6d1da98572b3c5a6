import type { Plugin } from 'vite'

const mark = '?own'

/**
 * Gives one page copies of the modules that it shares with other pages. Otherwise the bundler moves shared modules to chunks of
 * their own, and the frame, which every visitor loads, would become larger for a page that few open.
 *
 * @param entry path of the page's script, as its HTML refers to it
 */
export function ownModules(entry: string): Plugin {
  return {
    name: 'own-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer?.endsWith(mark) && !source.endsWith(entry)) return null
      // Files with a query are handled by other plugins: workers and their URLs.
      if (source.includes('?')) return null
      const resolved = await this.resolve(source, importer?.replace(mark, ''), { ...options, skipSelf: true })
      if (!resolved || resolved.external || resolved.id.includes('?') || resolved.id.startsWith('\0'))
        return resolved
      return { ...resolved, id: `${resolved.id}${mark}` }
    },
  }
}
