import type { Language } from '../Language.ts'
import card from '../locales/vi/card.json' with { type: 'json' }
import money from '../locales/vi/money.json' with { type: 'json' }
import views from '../locales/vi/views.json' with { type: 'json' }

export const vi: Language = { tag: 'vi', dir: 'ltr', messages: { ...card, ...views, ...money } }
