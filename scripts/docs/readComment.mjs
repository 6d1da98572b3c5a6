/**
 * Returns the parts of the comment of a declaration: what it does, its default, and its examples.
 *
 * A default is written as `Default: 4.` at the end of a sentence's place: "The unit of all radiuses. Default: `4px`."
 *
 * @param {import('typedoc').DeclarationReflection} reflection
 * @returns {{ text: string, fallback?: string, examples: string[], isDeprecated: boolean, throws?: string }}
 *
 * @example
 * readComment(option) // { text: 'The unit of all radiuses.', fallback: '`4px`', examples: [], isDeprecated: false }
 */
export function readComment(reflection) {
  const type = reflection.type
  const signature = reflection.signatures?.[0] ?? type?.declaration?.signatures?.[0]
  const comment = reflection.hasComment?.() ? reflection.comment : (signature?.comment ?? reflection.comment)
  const tag = (name) =>
    comment?.blockTags.filter((one) => one.tag === name).map(({ content }) => join(content))
  const deprecated = tag('@deprecated')?.[0]
  const all = [join(comment?.summary ?? []), deprecated && `Deprecated: ${deprecated}`]
    .filter(Boolean)
    .join(' ')
  const { text, fallback } = splitDefault(all.replaceAll(/\s*\n\s*(?![-*|])/g, ' ').trim())
  return {
    text,
    fallback,
    examples: tag('@example') ?? [],
    throws: tag('@throws')?.join(' '),
    isDeprecated: deprecated !== undefined,
  }
}

/**
 * Takes the default out of a text.
 *
 * @example
 * splitDefault('The unit of all radiuses. Default: `4px`.') // { text: 'The unit of all radiuses.', fallback: '`4px`' }
 */
function splitDefault(text) {
  const found = /\s*\bDefault: ((?:`[^`]*`|"[^"]*"|[^.`"]|\.(?=\S))+)\.(?=\s|$)/.exec(text)
  if (!found) return { text }
  return {
    text: `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim(),
    fallback: found[1],
  }
}

function join(parts) {
  return parts
    .map(({ kind, text }) => (kind === 'inline-tag' ? `\`${text}\`` : text))
    .join('')
    .trim()
}
