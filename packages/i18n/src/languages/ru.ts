import type { Language } from '../Language.ts'
import card from '../locales/ru/card.json' with { type: 'json' }
import money from '../locales/ru/money.json' with { type: 'json' }
import views from '../locales/ru/views.json' with { type: 'json' }

export const ru: Language = { tag: 'ru', dir: 'ltr', messages: { ...card, ...views, ...money } }
