import './lib/requireNode.mjs'
import { parseArgs } from 'node:util'
import { runCommand } from './lib/runCommand.mjs'
import { Locale, tags } from './translations/locales.mjs'
import { sampleTexts } from './translations/sampleTexts.mjs'
import { sets } from './translations/sets.mjs'

const usage = `Usage:
  npm run translations                       how much of each language is translated, up to date and read
  npm run translations -- list de            JSON of the texts that are missing, stale or not read by enough people
  npm run translations -- translated de [id]…  notes that texts (all, or these) are translations of today's English
  npm run translations -- reviewed de [id]…    notes that one more second reader has compared texts (these, or all that need one)
  npm run translations -- sample de [--size 50] [--seed 1]  JSON of some translations without their English, to translate back
  npm run translations -- sample de … --english            the English of the same texts, to compare
  npm run translations -- check [de]         fails if a text is broken, missing, stale, obsolete or not read by enough people
  npm run translations -- prune [de]         removes translations that there is no English text of any more
list takes --state missing|stale|unread, and each takes --set ${sets.map(({ name }) => name).join('|')} and --group ${sets.flatMap(({ groups }) => Object.keys(groups)).join('|')}.`

const commands = {
  list: (parts, _, { state: wanted }) => {
    const listed = parts.flatMap(({ locale, group }) => {
      const { missing, stale, unread } = locale.compare(group)
      const { english, readers } = locale.set.groups[group]
      const states = Object.entries({ missing, stale, unread })
      return states
        .filter(([state]) => wanted === undefined || state === wanted)
        .flatMap(([state, ids]) =>
          ids.map((id) => ({
            set: locale.set.name,
            group,
            id,
            state,
            readers: `${state === 'unread' ? locale.countReaders(group, id) : 0} of ${readers}`,
            english: english[id],
            translation: locale.texts[group][id],
          })),
        )
    })
    console.log(JSON.stringify(listed, null, 2))
  },
  sample: (parts, _, { size, seed, english }) => {
    if (!/^[1-9]\d*$/.test(size)) throw new Error(`--size ${size} is no number of texts.`)
    const texts = parts.flatMap(({ locale, group }) => {
      const { unread, ready } = locale.compare(group)
      return [...unread, ...ready].map((id) => ({ locale, group, id }))
    })
    const sampled = sampleTexts(texts, { size: Number(size), seed }).map(({ locale, group, id }) => ({
      set: locale.set.name,
      group,
      id,
      ...(english
        ? { english: locale.set.groups[group].english[id] }
        : { translation: locale.texts[group][id] }),
    }))
    console.log(JSON.stringify(sampled, null, 2))
  },
  translated: (parts, ids) => {
    const marked = selectTexts(parts, ids, ({ locale, group }) => {
      const { stale, unread, ready } = locale.compare(group)
      return [...stale, ...unread, ...ready]
    })
    const problems = marked.flatMap(({ locale, group, ids: own }) => locale.findProblems(group, own))
    if (problems.length > 0) throw new Error(problems.join('\n'))
    for (const { locale, group, ids: own } of marked) locale.markTranslated(group, own)
    finish(marked, 'are translations of today’s English')
  },
  reviewed: (parts, ids) => {
    const marked = selectTexts(parts, ids, ({ locale, group }) => {
      const { unread, ready } = locale.compare(group)
      // Who reads what is open has not read the rest.
      return ids.length > 0 ? [...unread, ...ready] : unread
    })
    for (const { locale, group, ids: own } of marked) locale.markReviewed(group, own)
    finish(marked, 'have one more second reader')
  },
}

await runCommand(() => {
  const options = {
    set: { type: 'string' },
    group: { type: 'string' },
    state: { type: 'string' },
    size: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    english: { type: 'boolean', default: false },
  }
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [command = 'status', tag, ...ids] = positionals
  if (tag !== undefined && !tags.includes(tag)) throw new Error(`There is no language ${tag}.\n${usage}`)
  const chosen = chooseSets(values)
  const locales = (tag ? [tag] : tags).flatMap((one) => chosen.map(({ set }) => new Locale(set, one)))
  const parts = locales.flatMap((locale) =>
    chosen.find(({ set }) => set === locale.set).groups.map((group) => ({ locale, group })),
  )
  if (command === 'status') return showStatus(parts)
  if (command === 'check') return check(parts)
  if (command === 'prune') return prune(locales)
  if (tag === undefined || !Object.hasOwn(commands, command)) throw new Error(usage)
  return commands[command](parts, ids, values)
})

/** @returns {{ set: object, groups: string[] }[]} */
function chooseSets({ set: name, group }) {
  const chosen = sets
    .filter((set) => name === undefined || set.name === name)
    .map((set) => ({
      set,
      groups: Object.keys(set.groups).filter((one) => group === undefined || one === group),
    }))
    .filter(({ groups }) => groups.length > 0)
  if (chosen.length === 0) throw new Error(`There are no such texts.\n${usage}`)
  return chosen
}

/** @returns the parts with those of the IDs that `listIds` allows; all of these if no IDs are given */
function selectTexts(parts, ids, listIds) {
  const selected = parts.map((part) => ({ ...part, allowed: listIds(part) }))
  const unknown = ids.filter((id) => !selected.some(({ allowed }) => allowed.includes(id)))
  if (unknown.length > 0)
    throw new Error(`There is no translation, or none of today’s English, of ${unknown.join(', ')}.`)
  return selected.map(({ allowed, ...part }) => ({
    ...part,
    ids: ids.length > 0 ? allowed.filter((id) => ids.includes(id)) : allowed,
  }))
}

function finish(marked, what) {
  for (const locale of new Set(marked.map((part) => part.locale))) locale.writeStatus()
  console.log(`${marked.reduce((sum, { ids }) => sum + ids.length, 0)} texts ${what}.`)
}

function prune(locales) {
  for (const locale of locales) {
    locale.removeObsolete()
    locale.writeTexts()
    locale.writeStatus()
  }
}

function showStatus(parts) {
  for (const { locale, group } of parts) {
    const { missing, stale, unread, ready } = locale.compare(group)
    const total = missing.length + stale.length + unread.length + ready.length
    const { readers } = locale.set.groups[group]
    const percent = `${Math.floor((ready.length / total) * 100)} %`.padStart(5)
    console.log(
      `${locale.tag.padEnd(8)} ${`${locale.set.name} ${group}`.padEnd(15)} ${percent}: ${missing.length} missing, ${stale.length} stale, ${unread.length} not read by ${readers}`,
    )
  }
}

function check(parts) {
  const problems = parts.flatMap(({ locale, group }) => {
    const { missing, stale, unread, obsolete } = locale.compare(group)
    const { readers } = locale.set.groups[group]
    const where = `${locale.tag} ${locale.set.name} ${group}`
    const counts = Object.entries({ missing, stale, [`not read by ${readers}`]: unread, obsolete })
    return [
      ...counts.filter(([, ids]) => ids.length > 0).map(([what, ids]) => `${where}: ${ids.length} ${what}`),
      ...locale.findProblems(group).map((problem) => `${where} ${problem}`),
    ]
  })
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}
