import type { Language } from '../Language.ts'
import card from '../locales/ro/card.json' with { type: 'json' }
import money from '../locales/ro/money.json' with { type: 'json' }
import views from '../locales/ro/views.json' with { type: 'json' }

export const ro: Language = { tag: 'ro', dir: 'ltr', messages: { ...card, ...views, ...money } }
