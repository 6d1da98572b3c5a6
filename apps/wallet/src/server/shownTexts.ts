import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from '@portico/i18n'
import { selectShown } from '@portico/server/translations'
import type { Plugin } from 'vite'
import type { TextGroup } from '../language/language.ts'
import { textRules } from '../language/textRules.ts'
import { readEnglish } from './readEnglish.ts'

const locales = join(import.meta.dirname, '../locales')
const groups = Object.keys(textRules) as TextGroup[]

/**
 * Creates a Vite plugin that leaves out translations that are stale, or that too few second readers have compared: those texts are
 * English. `shownGroups.ts` gets what is left of each language.
 */
export function shownTexts({ folder = locales, english = readEnglish } = {}): Plugin {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  let loaded: ReturnType<typeof readEnglish> | undefined
  async function shown(tag: string, group: TextGroup): Promise<Messages> {
    loaded ??= english()
    const file = { english: (await loaded)[group], texts: read(`${tag}/${group}.json`) }
    return selectShown({ ...file, status: read(`${tag}/meta.json`), ...textRules[group] })
  }
  return {
    name: 'portico:shown-texts',
    enforce: 'pre',
    async load(id) {
      const [path = ''] = id.split('?')
      const [, tag, name] = /\/locales\/([\w-]+)\/(\w+)\.json$/.exec(path) ?? []
      const group = groups.find((one) => one === name)
      if (tag && group && path.startsWith(folder)) return JSON.stringify(await shown(tag, group))
      if (!path.endsWith('/language/shownGroups.ts')) return null
      const found = await Promise.all(
        readdirSync(folder).map(async (one) => {
          const isShown = await Promise.all(
            groups.map(async (each) => Object.keys(await shown(one, each)).length > 0),
          )
          return [one, groups.filter((_, index) => isShown[index])] as const
        }),
      )
      const some = found.filter(([, list]) => list.length > 0)
      return `export const shownGroups = ${JSON.stringify(Object.fromEntries(some))}`
    },
  }
}
