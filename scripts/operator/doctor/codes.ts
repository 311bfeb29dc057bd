/** What the doctor may find, by the word that stays the same when the sentence is put better: what a program goes by. */

type Area =
	| 'messenger'
	| 'updates'
	| 'channel'
	| 'people'
	| 'webhook'
	| 'address'
	| 'n8n'
	| 'feeds'
	| 'disk'
	| 'database'
	| 'clock'
	| 'configuration';
type Service = 'renderer' | 'reader' | 'collaboration';
type Provider = 'ai' | 'image';

/** Of each of our services. */
const OF_A_SERVICE = {
	silent: 'it does not answer',
	other_program: 'another program answers at its address',
	unwell: 'it says that one of its own checks failed: database, disk or rights',
	other_version: 'its version is not that of this checkout',
	key_refused: 'it takes another key than ours',
} as const;

/** Of the provider of texts (`ai`), and of that of pictures (`image`) where it is another one. */
const OF_A_PROVIDER = {
	silent: 'it does not answer',
	key_refused: 'it does not know the key',
	redirects: 'it redirects, and a key does not follow',
	models_unlisted: 'it lists no models, so that the key cannot be tried for nothing',
	model_unlisted: 'a model that is asked for is not among those that it lists',
	model_ending: 'a model that is asked for is shut down within 60 days',
	model_gone: 'a model that is asked for was shut down, or the provider does not know it',
	request_refused: 'it refuses a request for a text or a picture',
} as const;

const ALONE = {
	'messenger.token_unknown': 'the messenger does not know the token',
	'messenger.refuses': 'the messenger refuses for another reason',
	'messenger.silent': 'the messenger does not answer',
	'channel.not_seen': 'the bot does not see the channel',
	'channel.not_a_channel': 'the id is that of a group or a person',
	'channel.may_not_post': 'the bot is no administrator, or may not post',
	'people.blocked': 'one of the two people has blocked the bot',
	'people.not_reachable': 'one of the two never wrote to the bot, or the number is wrong',
	'people.same': 'owner and editor would be one person',
	'people.not_known': 'the messenger did not say whether somebody can be written to',
	'updates.conflict': 'another program takes the updates of this bot',
	'updates.refused': 'the messenger refuses to give updates',
	'updates.failed': 'the messenger does not answer the collaboration service',
	'webhook.set': 'the desk asks for updates, and a webhook keeps it from them',
	'webhook.not_known': 'the messenger does not say where updates go',
	'webhook.not_set': 'updates go nowhere',
	'webhook.not_compared': 'where updates should go is set nowhere',
	'webhook.elsewhere': 'updates go to another address or path',
	'webhook.kinds_missing': 'the messenger was told not to bring updates that the desk needs',
	'webhook.failing': 'updates wait, and the last delivery failed',
	'webhook.failed': 'all is delivered, and a delivery failed in the last hour',
	'webhook.waiting': 'many updates wait',
	'address.not_https': 'the public address is not https',
	'address.wrong_port': 'the messenger does not use its port',
	'address.no_ipv4': 'its name has no IPv4 address',
	'address.not_public': 'its name leads to an address that nobody outside can reach',
	'address.silent': 'it does not answer this machine',
	'address.wrong_path': 'it answers, and its path leads past what takes updates',
	'address.no_n8n': 'the proxy does not reach what takes updates',
	'address.redirects': 'it redirects',
	'address.unguarded': 'it does not refuse a wrong secret',
	'ai.other_interface': 'the provider works by another interface than its kind says',
	'ai.not_strict': 'a text does not keep to the schema: prose, or other fields',
	'ai.refusal_unclear': 'a refusal comes in a form that would be taken for a broken answer',
	'ai.bound_ignored': 'the bound on an answer is not kept',
	'ai.cut_unsaid': 'an answer is cut without a word',
	'image.none': 'an answer has no picture in it',
	'image.unusable': 'a picture is no PNG, or not of the right size',
	'collaboration.nobody': 'the desk has no people yet',
	'n8n.other_program': 'another program than the desk’s n8n has its port',
	'n8n.silent': 'n8n does not answer',
	'n8n.not_ready': 'n8n answers and is not ready',
	'n8n.login_refused': "n8n does not take its owner's address and password",
	'n8n.unreadable': 'n8n broke off while it was looked at',
	'n8n.other_version': 'n8n is not of the version that the package was tried with',
	'n8n.package_missing': 'n8n does not know the package, or an operation that the graphs use',
	'n8n.graph_edited': 'a graph was changed in the editor, and runs',
	'n8n.graph_differs': 'a graph is missing, not published, or not what production runs',
	'n8n.credential_open': 'a credential of the desk may go to hosts that are not the desk’s',
	'feeds.unreadable': 'the settings of news cannot be read',
	'feeds.none': 'no feed is named',
	'feeds.example': 'a feed is one of the examples',
	'disk.not_writable': 'a folder takes no file',
	'disk.full': 'no room is left',
	'disk.little_room': 'little room is left',
	'database.missing': 'a database is not there yet',
	'database.no_writes': 'a database takes no writes',
	'database.unusable': 'a database does not answer, or is none',
	'clock.differs': "the machine's clock is not that of the others",
	'configuration.mistake': 'a variable is missing or malformed',
} as const satisfies Readonly<Record<`${Area | Service | Provider}.${string}`, string>>;

export type ProblemCode = keyof typeof ALONE | `${Service}.${keyof typeof OF_A_SERVICE}` | `${Provider}.${keyof typeof OF_A_PROVIDER}`;

const each = (areas: readonly string[], problems: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
	areas.flatMap((area) => Object.entries(problems).map(([problem, meaning]) => [`${area}.${problem}`, meaning] as const));

/** Every code with its meaning. */
export const PROBLEMS: Readonly<Record<string, string>> = Object.fromEntries([
	...Object.entries(ALONE),
	...each(['ai', 'image'], OF_A_PROVIDER),
	...each(['renderer', 'reader', 'collaboration'], OF_A_SERVICE),
]);
