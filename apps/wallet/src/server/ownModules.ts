import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Gives each page copies of the modules that it shares with other pages. Otherwise the bundler moves shared modules to files of
 * their own, and every page would load many small ones. Few visitors open two pages, and browsers keep the frame's files apart
 * for each host page.
 */
export function ownModules(): Plugin {
  return {
    name: 'own-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const page = importer?.endsWith('.html') ? basename(importer, '.html') : pageOf(importer)
      if (page === undefined) return null
      if (source === preloadHelper) return ownPreloadHelper(page)
      const resolved = await this.resolve(source, importer?.replace(mark, ''), { ...options, skipSelf: true })
      // A file of texts is loaded by itself, and would not be read as JSON.
      const isText = resolved?.id.endsWith('.json')
      if (!resolved || resolved.external || resolved.id.startsWith('\0') || isText) return resolved
      return { ...resolved, id: `${resolved.id}${resolved.id.includes('?') ? '&' : '?'}own=${page}` }
    },
    load(id) {
      // Vite's helper preloads the further files of a dynamic import. Ours have none.
      const isHelper = id === ownPreloadHelper(pageOf(id) ?? '')
      return isHelper ? 'export const __vitePreload = (load) => load()' : null
    },
  }
}

/** Returns the page that a module belongs to; undefined for one without a page, such as a worker's. */
export function pageOf(id: string | undefined): string | undefined {
  return mark.exec(id ?? '')?.[1]
}

const mark = /[?&]own=(\w+)$/
const preloadHelper = '\0vite/preload-helper.js'
const ownPreloadHelper = (page: string) => `\0preload-helper?own=${page}`
