/**
 * Returns what is wrong with a translation, whatever it means: its placeholders, its plural forms, or characters that it must not have.
 *
 * @param {import('@portico/i18n').Message} english
 * @param {import('@portico/i18n').Message} translated
 * @returns {string[]} sentences
 */
export function checkMessage(tag, english, translated) {
  const problems = []
  const expected = placeholdersOf(english)
  // The number that chooses the form need not be shown.
  const known = typeof english === 'string' ? expected : [...expected, english.plural]
  const forms = formsOf(translated)
  for (const [form, text] of Object.entries(forms)) {
    if (typeof text !== 'string' || text.trim() === '') problems.push(`${form} is empty`)
    else if (text !== text.trim()) problems.push(`${form} begins or ends with a space`)
    else if (/[\u202a-\u202e\u2066-\u2069<>]/.test(text))
      problems.push(`${form} has a control character or markup`)
    const found = [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    // The number may be left out where the form says it: “one wallet”.
    const plural = typeof translated === 'string' ? undefined : translated.plural
    const lacks = expected.filter((name) => !found.includes(name) && name !== plural)
    const unknown = found.filter((name) => !known.includes(name))
    if (lacks.length > 0) problems.push(`${form} lacks {${lacks.join('}, {')}}`)
    if (unknown.length > 0) problems.push(`${form} has the unknown {${unknown.join('}, {')}}`)
    if (form === 'other' && expected.includes(plural) && !found.includes(plural))
      problems.push(`other lacks {${plural}}`)
  }
  if (typeof translated === 'string') return problems
  if (!known.includes(translated.plural)) problems.push(`{${translated.plural}} is no value of the text`)
  const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const missing = needed.filter((form) => !(form in forms))
  const useless = Object.keys(forms).filter((form) => !needed.includes(form))
  if (missing.length > 0) problems.push(`lacks the plural forms ${missing.join(', ')}`)
  if (useless.length > 0)
    problems.push(`has plural forms that the language does not use: ${useless.join(', ')}`)
  return problems
}

/** @returns {Record<string, string>} the words of a text by their plural form; `text` without one */
function formsOf(message) {
  if (typeof message === 'string') return { text: message }
  const { plural: _, ...forms } = message
  return forms
}

function placeholdersOf(message) {
  const all = Object.values(formsOf(message)).join(' ')
  return [...new Set([...all.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))]
}
