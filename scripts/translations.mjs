import './lib/requireNode.mjs'
import { parseArgs } from 'node:util'
import { englishTexts } from '../packages/react/src/testing/englishTexts.ts'
import { runCommand } from './lib/runCommand.mjs'
import {
  checkMessage,
  compareTexts,
  hashMessage,
  readStatus,
  readTexts,
  tags,
  writeStatus,
} from './translations/locales.mjs'

const usage = `Usage:
  npm run translations                       how much of each language is translated, up to date and reviewed
  npm run translations -- list de            the IDs that are not
  npm run translations -- check [de]         fails if a text is broken, missing, stale or not reviewed
  npm run translations -- translated de      notes that all texts are translations of today's English
  npm run translations -- reviewed de [id]…  notes that one more second reader has compared the texts (all, or these)`

const commands = {
  list: (tag) => {
    const { missing, stale, unreviewed } = compareTexts(tag)
    for (const [what, ids] of Object.entries({ missing, stale, unreviewed }))
      for (const id of ids) console.log(`${what}  ${id}`)
  },
  translated: (tag) => {
    const status = readStatus(tag)
    for (const [id, message] of allTexts(tag)) {
      const english = hashMessage(message)
      if (status[id]?.english !== english) status[id] = { english, reviews: 0 }
    }
    writeStatus(tag, status)
  },
  reviewed: (tag, ids) => {
    const status = readStatus(tag)
    for (const id of ids.length > 0 ? ids : Object.keys(status)) {
      if (!status[id]) throw new Error(`${tag} has no translation of ${id}.`)
      status[id].reviews += 1
    }
    writeStatus(tag, status)
  },
}

await runCommand(() => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [command = 'status', tag, ...ids] = positionals
  if (tag !== undefined && !tags.includes(tag)) throw new Error(`There is no language ${tag}.\n${usage}`)
  if (command === 'status') return showStatus()
  if (command === 'check') return check(tag ? [tag] : tags)
  if (tag === undefined || !(command in commands)) throw new Error(usage)
  return commands[command](tag, ids)
})

/** The English texts that a language has a translation of. */
function allTexts(tag) {
  return Object.entries(englishTexts).flatMap(([part, english]) => {
    const texts = readTexts(tag, part)
    return Object.entries(english).filter(([id]) => texts[id] !== undefined)
  })
}

function showStatus() {
  for (const tag of tags) {
    const { missing, stale, unreviewed, total } = compareTexts(tag)
    const done = total - missing.length - stale.length
    console.log(
      `${tag.padEnd(8)} ${((done / total) * 100).toFixed(0).padStart(3)} % up to date: ${missing.length} missing, ${stale.length} stale, ${unreviewed.length} not reviewed`,
    )
  }
}

function check(list) {
  const problems = list.flatMap((tag) => {
    const { missing, stale, unreviewed } = compareTexts(tag)
    const counts = Object.entries({ missing, stale, 'not reviewed': unreviewed })
    return [
      ...counts.filter(([, ids]) => ids.length > 0).map(([what, ids]) => `${tag}: ${ids.length} ${what}`),
      ...allTexts(tag).flatMap(([id, message]) => {
        const part = Object.keys(englishTexts).find((name) => id in englishTexts[name])
        return checkMessage(tag, message, readTexts(tag, part)[id]).map(
          (problem) => `${tag} ${id}: ${problem}`,
        )
      }),
    ]
  })
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}
