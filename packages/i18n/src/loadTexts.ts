import type { Messages, Part } from './Language.ts'
import type { LanguageTag } from './languageTags.ts'

type Files = Readonly<Record<Exclude<LanguageTag, 'en'>, () => Promise<{ default: Messages }>>>

const files: Readonly<Record<Part, Files>> = {
  card: {
    de: () => import('./locales/de/card.json', { with: { type: 'json' } }),
    es: () => import('./locales/es/card.json', { with: { type: 'json' } }),
    fr: () => import('./locales/fr/card.json', { with: { type: 'json' } }),
    'pt-BR': () => import('./locales/pt-BR/card.json', { with: { type: 'json' } }),
    it: () => import('./locales/it/card.json', { with: { type: 'json' } }),
    nl: () => import('./locales/nl/card.json', { with: { type: 'json' } }),
    pl: () => import('./locales/pl/card.json', { with: { type: 'json' } }),
    cs: () => import('./locales/cs/card.json', { with: { type: 'json' } }),
    ro: () => import('./locales/ro/card.json', { with: { type: 'json' } }),
    uk: () => import('./locales/uk/card.json', { with: { type: 'json' } }),
    ru: () => import('./locales/ru/card.json', { with: { type: 'json' } }),
    tr: () => import('./locales/tr/card.json', { with: { type: 'json' } }),
    ar: () => import('./locales/ar/card.json', { with: { type: 'json' } }),
    fa: () => import('./locales/fa/card.json', { with: { type: 'json' } }),
    he: () => import('./locales/he/card.json', { with: { type: 'json' } }),
    hi: () => import('./locales/hi/card.json', { with: { type: 'json' } }),
    id: () => import('./locales/id/card.json', { with: { type: 'json' } }),
    ms: () => import('./locales/ms/card.json', { with: { type: 'json' } }),
    vi: () => import('./locales/vi/card.json', { with: { type: 'json' } }),
    th: () => import('./locales/th/card.json', { with: { type: 'json' } }),
    ja: () => import('./locales/ja/card.json', { with: { type: 'json' } }),
    ko: () => import('./locales/ko/card.json', { with: { type: 'json' } }),
    'zh-Hans': () => import('./locales/zh-Hans/card.json', { with: { type: 'json' } }),
    'zh-Hant': () => import('./locales/zh-Hant/card.json', { with: { type: 'json' } }),
  },
  views: {
    de: () => import('./locales/de/views.json', { with: { type: 'json' } }),
    es: () => import('./locales/es/views.json', { with: { type: 'json' } }),
    fr: () => import('./locales/fr/views.json', { with: { type: 'json' } }),
    'pt-BR': () => import('./locales/pt-BR/views.json', { with: { type: 'json' } }),
    it: () => import('./locales/it/views.json', { with: { type: 'json' } }),
    nl: () => import('./locales/nl/views.json', { with: { type: 'json' } }),
    pl: () => import('./locales/pl/views.json', { with: { type: 'json' } }),
    cs: () => import('./locales/cs/views.json', { with: { type: 'json' } }),
    ro: () => import('./locales/ro/views.json', { with: { type: 'json' } }),
    uk: () => import('./locales/uk/views.json', { with: { type: 'json' } }),
    ru: () => import('./locales/ru/views.json', { with: { type: 'json' } }),
    tr: () => import('./locales/tr/views.json', { with: { type: 'json' } }),
    ar: () => import('./locales/ar/views.json', { with: { type: 'json' } }),
    fa: () => import('./locales/fa/views.json', { with: { type: 'json' } }),
    he: () => import('./locales/he/views.json', { with: { type: 'json' } }),
    hi: () => import('./locales/hi/views.json', { with: { type: 'json' } }),
    id: () => import('./locales/id/views.json', { with: { type: 'json' } }),
    ms: () => import('./locales/ms/views.json', { with: { type: 'json' } }),
    vi: () => import('./locales/vi/views.json', { with: { type: 'json' } }),
    th: () => import('./locales/th/views.json', { with: { type: 'json' } }),
    ja: () => import('./locales/ja/views.json', { with: { type: 'json' } }),
    ko: () => import('./locales/ko/views.json', { with: { type: 'json' } }),
    'zh-Hans': () => import('./locales/zh-Hans/views.json', { with: { type: 'json' } }),
    'zh-Hant': () => import('./locales/zh-Hant/views.json', { with: { type: 'json' } }),
  },
  money: {
    de: () => import('./locales/de/money.json', { with: { type: 'json' } }),
    es: () => import('./locales/es/money.json', { with: { type: 'json' } }),
    fr: () => import('./locales/fr/money.json', { with: { type: 'json' } }),
    'pt-BR': () => import('./locales/pt-BR/money.json', { with: { type: 'json' } }),
    it: () => import('./locales/it/money.json', { with: { type: 'json' } }),
    nl: () => import('./locales/nl/money.json', { with: { type: 'json' } }),
    pl: () => import('./locales/pl/money.json', { with: { type: 'json' } }),
    cs: () => import('./locales/cs/money.json', { with: { type: 'json' } }),
    ro: () => import('./locales/ro/money.json', { with: { type: 'json' } }),
    uk: () => import('./locales/uk/money.json', { with: { type: 'json' } }),
    ru: () => import('./locales/ru/money.json', { with: { type: 'json' } }),
    tr: () => import('./locales/tr/money.json', { with: { type: 'json' } }),
    ar: () => import('./locales/ar/money.json', { with: { type: 'json' } }),
    fa: () => import('./locales/fa/money.json', { with: { type: 'json' } }),
    he: () => import('./locales/he/money.json', { with: { type: 'json' } }),
    hi: () => import('./locales/hi/money.json', { with: { type: 'json' } }),
    id: () => import('./locales/id/money.json', { with: { type: 'json' } }),
    ms: () => import('./locales/ms/money.json', { with: { type: 'json' } }),
    vi: () => import('./locales/vi/money.json', { with: { type: 'json' } }),
    th: () => import('./locales/th/money.json', { with: { type: 'json' } }),
    ja: () => import('./locales/ja/money.json', { with: { type: 'json' } }),
    ko: () => import('./locales/ko/money.json', { with: { type: 'json' } }),
    'zh-Hans': () => import('./locales/zh-Hans/money.json', { with: { type: 'json' } }),
    'zh-Hant': () => import('./locales/zh-Hant/money.json', { with: { type: 'json' } }),
  },
}

/**
 * Loads one part of the texts of a language. Those of English are with the code that shows them.
 *
 * @throws Error if the file cannot be loaded
 */
export async function loadTexts(tag: LanguageTag, part: Part): Promise<Messages> {
  return tag === 'en' ? {} : (await files[part][tag]()).default
}
