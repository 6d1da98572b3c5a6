import type { Language } from '../Language.ts'
import card from '../locales/nl/card.json' with { type: 'json' }
import money from '../locales/nl/money.json' with { type: 'json' }
import views from '../locales/nl/views.json' with { type: 'json' }

export const nl: Language = { tag: 'nl', dir: 'ltr', messages: { ...card, ...views, ...money } }
