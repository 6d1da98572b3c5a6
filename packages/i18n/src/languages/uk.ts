import type { Language } from '../Language.ts'
import card from '../locales/uk/card.json' with { type: 'json' }
import money from '../locales/uk/money.json' with { type: 'json' }
import views from '../locales/uk/views.json' with { type: 'json' }

export const uk: Language = { tag: 'uk', dir: 'ltr', messages: { ...card, ...views, ...money } }
