import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listPackages } from '../../lib/listPackages.mjs'
import { readBlocks, readCommentExamples } from './readExamples.mjs'

/**
 * Returns the code that documents and doc comments show: the blocks of the repository's documents and of the published packages' READMEs, except
 * those that a fixture's file fills, and the examples of what these packages export. `includeCode` checks the pages of the handbook.
 *
 * @param {{ root: string }} parameters
 * @returns {{ file: string, line: number, code: string }[]}
 *
 * @example
 * listExamples({ root })[0] // { file: 'README.md', line: 58, code: 'import …' }
 */
export function listExamples({ root }) {
  const published = listPackages(root).filter(({ manifest }) => !manifest.private)
  const documents = [
    ...globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root }),
    ...published.map(({ folder }) => relative(root, join(folder, 'README.md'))),
  ]
  const sources = published.flatMap((one) => listExportedFiles(one)).map((file) => relative(root, file))
  const read = (files, parse) =>
    files.toSorted().flatMap((file) => {
      const examples = parse(readFileSync(join(root, file), 'utf8'))
      return examples.map((example) => ({ file, ...example }))
    })
  return [...read(documents, readBlocks), ...read([...new Set(sources)], readCommentExamples)]
}

/** The files of a package from which its entry points export something. A file has one exported thing. */
function listExportedFiles({ folder, manifest }) {
  const entries = Object.values(manifest.exports)
    // Entry points without JavaScript are for other packages of this repository.
    .filter((one) => one.default && one['@portico/source'])
    .map((one) => join(folder, one['@portico/source']))
  return entries.flatMap((entry) => {
    const text = readFileSync(entry, 'utf8')
    const files = [...text.matchAll(/^(?:export\b[^;]*?|\} )from '(\.[^']+)'/gm)].map(([, file]) => file)
    return [entry, ...files.map((file) => join(dirname(entry), file))]
  })
}
