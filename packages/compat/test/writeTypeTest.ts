import type { Names } from './Names.ts'

/**
 * Writes a file of types that compiles only if the packages have every type of the list, every option, method, result of a
 * hook, attribute and view.
 *
 * @param exports `exports` of the package's own manifest, whose files are imported themselves.
 */
export function writeTypeTest(names: Names, exports: Record<string, Record<string, string>>): string {
  const lines = [
    '// Written by src/names.test.ts from names.json; `vitest run packages/compat -u` writes it anew.',
    "import type * as React from 'react'",
  ]
  const entries = Object.entries(names.entries)
  const alias = new Map(entries.map(([name], index) => [name, `E${index}`]))
  const source = (is: string) =>
    exports[is.replace('@portico/compat', '.')]?.['@portico/source']?.replace('./', '../') ?? is
  for (const [name, { is }] of entries)
    lines.push(`import type * as ${alias.get(name)} from '${source(is)}' // ${name}`)
  const main = alias.get('@reown/appkit/react')
  lines.push(
    '',
    '/** Compiles only if each name is a key. */',
    'type Has<T, K extends keyof T> = K',
    'type Argument<F extends (...all: never[]) => unknown> = NonNullable<Parameters<F>[0]>',
    '',
    '/** The types of each entry. */',
    'export type Types = [',
    ...entries.flatMap(([name, { types }]) => types.map((type) => `  ${alias.get(name)}.${type},`)),
    ']',
    '',
    'export type Keys = [',
    ...has('options', `${main}.CreateAppKit`, [...names.options, ...names.optionsWithoutEffect]),
    ...has('features', `NonNullable<${main}.CreateAppKit['features']>`, [
      ...names.features,
      ...names.featuresWithoutEffect,
    ]),
    ...has('methods', `${main}.AppKit`, names.methods),
    ...has('open', `Argument<${main}.AppKit['open']>`, names.openOptions),
  )
  for (const [hook, { from, argument = [], result }] of Object.entries(names.hooks)) {
    const type = `typeof ${alias.get(from)}.${hook}`
    lines.push(...has(hook, `ReturnType<${type}>`, result))
    lines.push(...has(`argument of ${hook}`, `Argument<${type}>`, argument))
  }
  for (const [tag, attributes] of Object.entries(names.elements))
    for (const name of [tag, tag.replace('appkit', 'w3m')])
      lines.push(...has(`<${name}>`, `React.JSX.IntrinsicElements['${name}']`, attributes))
  lines.push(
    ']',
    '',
    `export const views: ${main}.PublicView[] = [${names.views.map((view) => `'${view}'`).join(', ')}]`,
    `export const open: Argument<${main}.AppKit['open']>['view'] = views[0]`,
  )
  return `${lines.join('\n')}\n`
}

function has(title: string, type: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  return [`  // ${title}`, ...keys.map((key) => `  Has<${type}, '${key}'>,`)]
}
