/** What the doctor may find. A code stays the same when its sentence is reworded, so that programs can rely on it. */

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
type Provider = 'ai' | 'image' | 'audio';

/** For each of our services. */
const OF_A_SERVICE = {
	silent: 'it does not answer',
	other_program: 'another program answers at its address',
	unwell: 'one of its own checks failed: database, disk or rights',
	other_version: 'its version is not that of this checkout',
	key_refused: 'it expects another key than ours',
} as const;

/** For the provider of texts (`ai`), and for that of pictures (`image`) if it is another one. */
const OF_A_PROVIDER = {
	silent: 'it does not answer',
	key_refused: 'it does not know the key',
	redirects: 'it redirects; a key is never sent to another address',
	models_unlisted: 'it lists no models, so the key cannot be tried free of charge',
	model_unlisted: 'a model in use is not in its list',
	model_ending: 'a model in use is shut down within 60 days',
	model_gone: 'a model in use was shut down, or the provider does not know it',
	request_refused: 'it refuses a request for a text or a picture',
} as const;

const ALONE = {
	'messenger.token_unknown': 'the messenger does not know the token',
	'messenger.refuses': 'the messenger refuses for another reason',
	'messenger.silent': 'the messenger does not answer',
	'channel.not_seen': 'the bot does not see the channel',
	'channel.not_a_channel': 'the id is that of a group or a person',
	'channel.may_not_post': 'the bot is not an administrator, or may not post',
	'people.blocked': 'one of the two people has blocked the bot',
	'people.not_reachable': 'one of the two never wrote to the bot, or the number is wrong',
	'people.same': 'owner and editor are the same person',
	'people.not_known': 'the messenger did not say whether the bot can write to a person',
	'updates.conflict': 'another program takes the updates of this bot',
	'updates.refused': 'the messenger refuses to give updates',
	'updates.failed': 'the messenger does not answer the collaboration service',
	'webhook.set': 'the desk polls for updates, but a webhook is set',
	'webhook.not_known': 'the messenger does not say where updates go',
	'webhook.not_set': 'no webhook is set',
	'webhook.not_compared': 'the expected address of the webhook is not configured',
	'webhook.elsewhere': 'updates go to another address or path',
	'webhook.kinds_missing': 'the messenger was told to leave out updates that the desk needs',
	'webhook.failing': 'updates wait, and the last delivery failed',
	'webhook.failed': 'no update waits, but a delivery failed in the last hour',
	'webhook.waiting': 'many updates wait',
	'address.not_https': 'the public address is not https',
	'address.wrong_port': 'the messenger does not use its port',
	'address.no_ipv4': 'its name has no IPv4 address',
	'address.not_public': 'its name leads to an address that nobody outside can reach',
	'address.silent': 'it does not answer this machine',
	'address.wrong_path': 'it answers, but its path does not lead to the receiver of updates',
	'address.no_n8n': 'the proxy does not reach the receiver of updates',
	'address.redirects': 'it redirects',
	'address.unguarded': 'it does not refuse a wrong secret',
	'ai.other_interface': 'the provider has another interface than its kind',
	'ai.not_strict': 'a text does not follow the schema: prose, or other fields',
	'ai.refusal_unclear': 'a refusal looks like a broken answer',
	'ai.bound_ignored': 'the limit for an answer is ignored',
	'ai.cut_unsaid': 'an answer is cut off without saying so',
	'audio.silent': 'the provider for voices does not answer',
	'audio.not_heard': 'the provider writes down no sound',
	'audio.model_ending': 'the model for voices is shut down within 60 days',
	'audio.model_gone': 'the model for voices was shut down',
	'image.none': 'an answer has no picture',
	'image.unusable': 'a picture is not a PNG, or has the wrong size',
	'reader.search_failed': 'the search engine gives nothing to the reader',
	'reader.search_off': 'the search is switched off',
	'collaboration.nobody': 'the desk has no people yet',
	'n8n.other_program': 'another program than the desk’s n8n has its port',
	'n8n.silent': 'n8n does not answer',
	'n8n.not_ready': 'n8n answers but is not ready',
	'n8n.login_refused': "n8n refuses its owner's address and password",
	'n8n.unreadable': 'n8n stopped answering during the examination',
	'n8n.other_version': 'the package was not tested with this version of n8n',
	'n8n.package_missing': 'n8n does not know the package, or an operation that the graphs use',
	'n8n.process_without_package': 'a process of n8n, such as a worker, does not have the package',
	'n8n.credential_missing': 'a credential that the graphs use was deleted',
	'n8n.graph_broken': 'an expression in a graph names a node that is not there',
	'n8n.graph_draft': 'the editor has a draft of a graph that is not published',
	'n8n.graph_newer': 'a graph was changed in the editor and in this release',
	'n8n.graph_edited': 'a graph that runs was changed in the editor',
	'n8n.graph_differs': 'a graph is missing, not published, or different from the version that runs',
	'n8n.credential_open': 'a credential of the desk may be sent to other hosts',
	'feeds.unreadable': 'the settings of news cannot be read',
	'feeds.none': 'no feed is configured',
	'feeds.example': 'a feed is one of the examples',
	'disk.not_writable': 'a folder cannot be written',
	'disk.full': 'the disk is full',
	'disk.little_room': 'little disk space is left',
	'database.missing': 'a database does not exist yet',
	'database.no_writes': 'a database is read-only',
	'database.unusable': 'a database does not answer, or is not a database',
	'clock.differs': "the machine's clock differs from that of other servers",
	'configuration.mistake': 'a variable is missing or malformed',
} as const satisfies Readonly<Record<`${Area | Service | Provider}.${string}`, string>>;

export type ProblemCode =
	| keyof typeof ALONE
	| `${Service}.${keyof typeof OF_A_SERVICE}`
	| `${Exclude<Provider, 'audio'>}.${keyof typeof OF_A_PROVIDER}`;

const each = (areas: readonly string[], problems: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
	areas.flatMap((area) => Object.entries(problems).map(([problem, meaning]) => [`${area}.${problem}`, meaning] as const));

/** Every code with its meaning. */
export const PROBLEMS: Readonly<Record<string, string>> = Object.fromEntries([
	...Object.entries(ALONE),
	...each(['ai', 'image'], OF_A_PROVIDER),
	...each(['renderer', 'reader', 'collaboration'], OF_A_SERVICE),
]);
