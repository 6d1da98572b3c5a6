import { alerts, errors } from '../../docs/site/errors.mjs'
import { escapeTags } from './escapeTags.mjs'

/**
 * Writes a page per code of an error, a problem of a server, or an alert: message, cause and remedy.
 *
 * @param {object} parameters
 * @param {object} parameters.gateway the table of problems
 * @param {object} parameters.vault the table of problems
 * @param {{ kit: Record<string, string>, alert: Record<string, string>, names: Record<string, string> }} [parameters.messages] by code
 * @returns {Record<string, string>} text by path; `errors/index.md` lists all
 *
 * @example
 * writeErrors({ gateway: problems, vault: vaultProblems })['errors/frame-timeout.md']
 */
export function writeErrors({ gateway, vault, messages = { kit: {}, alert: {}, names: {} } }) {
  const sources = [
    ['kit', errors, ([cause, remedy]) => ({ cause, remedy })],
    ['alert', alerts, ([cause, remedy]) => ({ cause, remedy })],
    ['gateway', gateway, fromProblem],
    ['vault', vault, fromProblem],
  ]
  const pages = new Map()
  for (const [from, table, read] of sources) {
    for (const [code, entry] of Object.entries(table)) {
      const name = from === 'kit' ? messages.names[code] : undefined
      const message = messages[from]?.[code]
      pages.set(code, [...(pages.get(code) ?? []), { from, name, message, ...read(entry) }])
    }
  }
  const codes = [...pages.keys()].toSorted()
  return {
    'errors/index.md': writeIndex({ codes, pages }),
    ...Object.fromEntries(
      codes.map((code) => [`errors/${code}.md`, writePage({ code, entries: pages.get(code) })]),
    ),
  }
}

const sections = {
  kit: 'Thrown in the page or by a package',
  alert: 'Alert of the kit',
  gateway: 'Answer of the gateway',
  vault: 'Answer of the vault',
}

function fromProblem({ status, title, help, retryable }) {
  return { cause: escapeTags(title), remedy: escapeTags(help), status, retryable }
}

function writePage({ code, entries }) {
  // The same code in two tables often says the same.
  const distinct = entries.filter(
    (one, at) => entries.findIndex((other) => other.remedy === one.remedy) === at,
  )
  const isSingle = distinct.length === 1
  const blocks = distinct.map((entry) => {
    const { from, cause, remedy, status, retryable } = entry
    return [
      isSingle ? '' : `## ${sections[from]}`,
      writeMessages(isSingle ? entries : [entry]),
      `**Cause.** ${cause}`,
      `**Remedy.** ${remedy.replace('docs/operate.md', '[Operate](/operate/)')}`,
      status ? `HTTP status ${status}.${retryable ? ' The same request may succeed later.' : ''}` : '',
    ]
      .filter(Boolean)
      .join('\n\n')
  })
  const where = isSingle ? [`${entries.map(({ from }) => sections[from]).join('. ')}.`] : []
  return `# ${code}\n\n${[...blocks, ...where].join('\n\n')}\n\n[All codes](/errors/)\n`
}

function writeMessages(entries) {
  const distinct = (values) => [...new Set(values.filter(Boolean))]
  return [
    ...distinct(entries.map(({ name }) => name)).map((name) => `**Name.** \`${name}\``),
    ...distinct(entries.map(({ message }) => message)).map((one) => `**Message.** “${escapeMarkup(one)}”`),
  ].join('\n\n')
}

/** Messages are not Markdown, except for code. */
function escapeMarkup(message) {
  return message.replaceAll(/[<>{}[\]*_]/g, '\\$&')
}

function writeIndex({ codes, pages }) {
  const of = (from) =>
    codes
      .filter((code) => pages.get(code).some((one) => one.from === from))
      .map(
        (code) =>
          `| [\`${code}\`](/errors/${code}) | ${pages.get(code).find((one) => one.from === from).cause} |`,
      )
  const table = (from) => `## ${sections[from]}\n\n| Code | Cause |\n| --- | --- |\n${of(from).join('\n')}`
  return [
    '# Errors',
    'Every error of Portico has a `code` that does not change between versions, and `docsPath`, the path of its page here. Compare codes, never messages:',
    '```ts file=fixtures/handbook/src/errors.ts region=compare\n```',
    'Numbers of wallets and nodes, such as 4001: [RPC codes](/errors/rpc-codes).',
    ...Object.keys(sections).map(table),
  ].join('\n\n')
}
