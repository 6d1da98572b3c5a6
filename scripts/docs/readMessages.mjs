import { readFileSync } from 'node:fs'

/** A class with a code and a message that is fixed, at least in part. */
const errorClass =
  /^ {2}static (?:override )?code = '(?<code>[\w-]+)'(?:(?!^\})[\s\S])*?super\(\s*(?<mark>['"`])(?<message>(?:\\.|(?!\k<mark>).)+)\k<mark>/gm

/** The name and the code of an error, in either order. */
const errorName =
  /^ {2}(?:static (?:override )?code = '(?<before>[\w-]+)'\n {2})?override name = '(?<name>\w+)'\n(?: {2}static (?:override )?code = '(?<after>[\w-]+)')?/gm

/**
 * Reads what developers see of errors and alerts, so that who searches the handbook for a message or a name finds its page.
 *
 * @param {object} parameters
 * @param {readonly string[]} parameters.files sources in which error classes are declared
 * @param {Readonly<Record<string, unknown>>} parameters.texts the kit's texts, with those of alerts
 * @returns {{ kit: Record<string, string>, alert: Record<string, string>, names: Record<string, string> }} by code; what varies in a
 * message is an ellipsis
 *
 * @example
 * readMessages({ files: ['packages/core/src/errors.ts'], texts: viewCopy }).kit['missing-app-kit']
 */
export function readMessages({ files, texts }) {
  const kit = {}
  const names = {}
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const { groups } of source.matchAll(errorName)) {
      const code = groups.before ?? groups.after
      if (code) names[code] ??= groups.name
    }
    for (const { groups } of source.matchAll(errorClass)) {
      kit[groups.code] ??= groups.message.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(.)/g, '$1')
    }
  }
  const alert = {}
  for (const [id, text] of Object.entries(texts)) {
    const code = /^alert\.([\w-]+)$/.exec(id)?.[1]
    if (code) alert[code] = `${text}: ${texts[`${id}.help`]}`
  }
  return { kit, alert, names }
}
