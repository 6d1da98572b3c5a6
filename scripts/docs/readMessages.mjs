import { readFileSync } from 'node:fs'

/** A class with a code and a message that is fixed, at least in part. */
const errorClass =
  /^ {2}static (?:override )?code = '(?<code>[\w-]+)'(?:(?!^\})[\s\S])*?super\(\s*(?<mark>['"`])(?<message>(?:\\.|(?!\k<mark>).)+)\k<mark>/gm

/**
 * Reads what developers see of errors and alerts, so that who searches the handbook for a message finds its page.
 *
 * @param {object} parameters
 * @param {readonly string[]} parameters.files sources in which error classes are declared
 * @param {Readonly<Record<string, unknown>>} parameters.texts the kit's texts, with those of alerts
 * @returns {{ kit: Record<string, string>, alert: Record<string, string> }} messages by code; what varies is an ellipsis
 *
 * @example
 * readMessages({ files: ['packages/core/src/errors.ts'], texts: viewCopy }).kit['missing-app-kit']
 */
export function readMessages({ files, texts }) {
  const kit = {}
  for (const file of files) {
    for (const { groups } of readFileSync(file, 'utf8').matchAll(errorClass)) {
      kit[groups.code] ??= groups.message.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(.)/g, '$1')
    }
  }
  const alert = {}
  for (const [id, text] of Object.entries(texts)) {
    const code = /^alert\.([\w-]+)$/.exec(id)?.[1]
    if (code) alert[code] = `${text}: ${texts[`${id}.help`]}`
  }
  return { kit, alert }
}
