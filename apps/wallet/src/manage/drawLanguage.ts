import { languageNames } from '@portico/i18n'
import { element } from '@portico/page-server/element'
import { readOwnLanguage, writeOwnLanguage } from '../language/chooseLanguage.ts'
import { loadLanguage } from '../language/loadLanguage.ts'
import { manageText } from './copy.ts'

/**
 * Draws the choice of a language, hidden as long as there is none to choose.
 *
 * @param onChanged draws the page again
 */
export function drawLanguage({
  onChanged,
  loadTags = async () => (await import('../language/loadTexts.ts')).translatedTags,
}: {
  onChanged(): void
  loadTags?: (() => Promise<readonly string[]>) | undefined
}): HTMLElement {
  const choice = element('select', { id: 'language', 'aria-describedby': 'language-intro' })
  const section = element(
    'section',
    { class: 'part', hidden: true },
    element('h2', {}, element('label', { for: choice.id }, manageText('manage.language.title'))),
    element('p', { id: 'language-intro', class: 'small muted' }, manageText('manage.language.intro')),
    choice,
  )
  const names = Object.entries(languageNames)

  async function load(): Promise<void> {
    const tags = await loadTags()
    const choosable = names.filter(([tag]) => tag === 'en' || tags.includes(tag))
    choice.append(element('option', { value: '' }, manageText('manage.language.browser')))
    for (const [tag, name] of choosable) choice.append(element('option', { value: tag, lang: tag }, name))
    choice.value = readOwnLanguage() ?? ''
    section.hidden = choosable.length < 2
  }

  choice.addEventListener('change', async () => {
    writeOwnLanguage(
      names.map(([tag]) => tag as keyof typeof languageNames).find((tag) => tag === choice.value),
    )
    await loadLanguage()
    onChanged()
  })
  // Without the list, the page stays in its language.
  load().catch(() => undefined)
  return section
}
