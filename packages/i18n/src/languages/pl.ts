import type { Language } from '../Language.ts'
import card from '../locales/pl/card.json' with { type: 'json' }
import money from '../locales/pl/money.json' with { type: 'json' }
import views from '../locales/pl/views.json' with { type: 'json' }

export const pl: Language = { tag: 'pl', dir: 'ltr', messages: { ...card, ...views, ...money } }
