import type { Language } from '../Language.ts'
import card from '../locales/tr/card.json' with { type: 'json' }
import money from '../locales/tr/money.json' with { type: 'json' }
import views from '../locales/tr/views.json' with { type: 'json' }

export const tr: Language = { tag: 'tr', dir: 'ltr', messages: { ...card, ...views, ...money } }
