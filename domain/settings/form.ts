/** What the form of the settings in n8n calls each of its fields: a message about one calls it so, too. */
export const FORM_TITLES = {
	language: 'Language of Posts',
	house_style: 'House Style',
	channel_about: 'About the Channel',
	prompt_write: 'Prompt: Who Writes',
	prompt_illustration: 'Prompt: Illustrations',
	prompt_revise: 'Prompt: Changes',
	prompt_shorten: 'Prompt: Shortening',
	prompt_check: 'Prompt: Fact Check',
	prompt_facts: 'Prompt: Facts of an Article',
	prompt_news: 'Prompt: Choice of News',
	text_model: 'Text Model',
	brief_model: 'Model That Reads Messages',
	image_model: 'Picture Model',
	ai_base_url: 'Address of the AI Provider',
	feeds: 'Feeds',
	allow_hosts: 'Only These Sites',
	deny_hosts: 'Never These Sites',
	show_sources: 'Name Sources in Posts',
	without_sources: 'Without a Source',
	cards: 'News Cards per Search',
	daily_offer: 'Daily Offer of News',
	daily_hour: 'Hour of the Daily Offer',
} as const;
export type FormField = keyof typeof FORM_TITLES;

/** A fault of a setting, `feeds: x`, with the title in place of the name. */
export const titledFault = (fault: string): string =>
	fault.replace(/^\w+(?=: )/, (name) => (Object.hasOwn(FORM_TITLES, name) ? FORM_TITLES[name as FormField] : name));
