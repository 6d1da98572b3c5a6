import type { Language } from '../Language.ts'
import card from '../locales/de/card.json' with { type: 'json' }
import money from '../locales/de/money.json' with { type: 'json' }
import views from '../locales/de/views.json' with { type: 'json' }

export const de: Language = { tag: 'de', dir: 'ltr', messages: { ...card, ...views, ...money } }
