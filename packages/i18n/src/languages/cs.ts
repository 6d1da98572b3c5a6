import type { Language } from '../Language.ts'
import card from '../locales/cs/card.json' with { type: 'json' }
import money from '../locales/cs/money.json' with { type: 'json' }
import views from '../locales/cs/views.json' with { type: 'json' }

export const cs: Language = { tag: 'cs', dir: 'ltr', messages: { ...card, ...views, ...money } }
