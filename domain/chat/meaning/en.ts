import type { MeaningPatterns } from './patterns.ts';

export const en: MeaningPatterns = {
	script: 'Latin',
	classes: {
		post: 'post|posts|article|articles|publication|publications|message|entry|announcement',
		draft: 'draft|drafts|preview|previews',
		part: 'text|title|titles|headline|subtitle|caption|paragraph|sentence|wording|tone|label|beginning|ending|line|' + 'word|version',
		picture: 'picture|pictures|image|images|illustration|illustrations|cover|covers|drawing',
		photo: 'photo|photos|photograph|photographs|picture|pictures|image|images|logo',
		the:
			"the|this|that|these|those|my|our|your|last|latest|previous|next|first|second|third|yesterday's|today's|old|" +
			'current|whole|a|an|any|every|each|all|published|same',
		it: 'it|this|that|them|these|those|one',
		known: 'it|them|one',
		ask: 'write|make|create|prepare|draft|compose|generate|produce|do|need|want|have|get|give|publish|cook',
		thing:
			'post|article|story|piece|text|note|announcement|something|paragraph|report|column|teaser|reminder|news|item|' +
			'draft|recipe|portrait|interview|invitation|overview|explainer|guide|list|summary',
		about: 'about|on|for|that|saying|announcing|explaining|with|where|why|how|to|:|introducing|inviting|in|from|of|and',
		lang:
			'english|russian|german|french|spanish|italian|polish|ukrainian|portuguese|dutch|turkish|chinese|arabic|' +
			'greek|czech|swedish|finnish|hebrew|japanese',
		when:
			'tomorrow|today|tonight|later|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|' +
			"afternoon|noon|night|week|weekend|month|hour|hours|minutes|o'clock|am|pm|future|time|times|date",
		net: 'instagram|facebook|twitter|x|tiktok|youtube|linkedin|vk|whatsapp|mastodon|threads|website|blog|reddit|email|' + 'mail',
	},
	polite: [
		'please|pls|plz|kindly|hey|hi|hello|ok|okay|alright|right|so|and|also|now|then|but|well|great|good|fine|' +
			'thanks|perfect|nice|yes|no|bot|dear|just|actually|maybe|perhaps|super|cool|listen',
		'thank you',
		'good morning|evening|afternoon|day $',
		'go ahead and',
		'all right',
		'one more thing|question',
		'quick question',
		'by the way',
		'next time',
		'from now on',
		'for the channel :',
		'i have a question',
	],
	wishes: [
		'i|we want|need|wish|would|think you|we|i|to? should|to?',
		"i'd|we'd like|love|want|prefer you? to?",
		"i'd|we'd rather",
		'i|we would like|love|want|prefer you? to?',
		'i|we want|need|wish|wanted|needed you? to?',
		'can|could|would|will|may|might you|we|i please?',
		'would you mind',
		'are|is you|it able|possible to',
		"let's|lets",
		'let us|me',
		"i'm trying|going to",
		'i am trying|going to',
		"why don't you|we",
		'how about',
		'what about',
		'is it possible to',
		'time to',
		'feel free to',
	],
	asks: [
		'^ <ask> me|us? a|an|another|one|some|two|three|few|short|new|the .. <thing> <about>',
		'^ <ask> me|us? something|anything|smth',
		'^ <ask>|write|do|talk me|us|up? about|on|up',
		'^ write|do .. about|on|for <the>?',
		'^ tell|thank|wish|greet|remind|explain|show|inform|warn|ask|invite|let|teach|advise|encourage .. readers|' +
			'people|everyone|everybody|followers|subscribers|customers|parents|guests|visitors|members|audience|' +
			'neighbours|residents|patients|clients|them|fans|others',
		'^ announce|describe|explain|congratulate|celebrate|introduce|present|promote|advertise|summarise|summarize|' + 'compare',
		'^ put|come|bring up|together with? something|anything|a|an',
		'^ turn|make|use .. into|of|for .. post|story|article|channel :',
	],
	headings: [
		"^ a|an|another|one|short|quick|little|new|next|today's good? .. post|article|story|piece|news|fact|" +
			'interview|reminder|note about|on|for|from|with|to|that|:',
		'^ a|an|the short|little|funny|true? story|history|difference|secret|art about|of|between',
		'^ post|posts|article|news|story|item|topic|reminder|announcement|text|idea about|on|for|:',
		'^ something|anything about|on|for|with|cheerful|funny|short|nice|light',
		'for the channel :',
		'with our|my|the followers|readers|subscribers',
		"^ today's? topic :|of",
	],
	questions: [
		'^ how|what|where|when|why|who|which|whose|whom',
		"^ what's|where's|who's|how's|when's|why's",
		"^ do|does|did|is|are|was|were|can|could|will|would|should|shall|has|have|may|am|isn't|aren't|don't|doesn't|" +
			"can't|won't you|i|we|it|there|this|that|the|a|an|my|your|one|he|she|they|people|posts|drafts|anybody|" +
			'somebody|anyone|someone',
		'^ any way|chance|idea|limit',
		'^ is it|there',
		"^ i|we don't|dont|do|can't|cannot not? know|understand|see|find|get how|what|where|when|why|who|which|the|my",
		'^ i wonder|wondered',
	],
	headlines: ['^ how to', '^ why|what|where|when|how|who|which to?'],
	inverted: [
		'^ why|what|where|when|how|who|which do|does|did|is|are|was|were|will|would|can|could|should|shall|am',
		'it|this|that|you|i|me|my',
	],
	orders: {
		own:
			'remind|call|ring|phone|wake|play|email|google|print|download|unpublish|reschedule|repost|retry|unpin|pin|' +
			'undo|resend|redo|redraw|regenerate|reword|rephrase|rewrite|shorten|publish|schedule|forget|answer|reply|' +
			'retweet|log|upload|export|translate|text|message|fetch|search|calculate|order|buy|book|transfer|unsubscribe|' +
			'subscribe|mute|unmute|ban|block|restart|reset|reboot|postpone|delay|resume|continue|proceed|wait|abort|' +
			'discard|withdraw|revert|restore|edit|attach',
		shared:
			'post|put|release|send|plan|move|shift|delete|remove|take|erase|hide|cancel|drop|stop|pause|quit|change|make|' +
			'fix|correct|replace|swap|use|add|insert|include|bring|return|recover|show|list|give|display|try|go|' +
			'finish|repeat|write|speak|talk|turn|switch|set|enable|draw|disable|share|forward|copy|find|look|get|tell|' +
			"check|let|help|invite|connect|link|update|save|count|read|pay|ask|choose|pick|start|test|keep|leave|don't|" +
			'dont|never|do|limit|say|explain|close|run|sign|increase|lower|raise|reduce|create|generate|prepare|crop|' +
			'resize|sort|reject|approve|improve|extend|mark',
	},
	isFamiliar: false,
	known: ['^ <shared> off|on|up|down|back? it|this|that|them|these|those|the|my|me|everything|one'],
	toReaders: ['your|yours|our|us|yourself|yourselves|you'],
	toDesk: ['me|my|mine|i'],
	desk: [
		'<draft>|hashtag|hashtags|signature|bot',
		'you|your .. <post>|text|texts|write|publish|post|do|work|draw|check|send|read|news',
		'i|we|my|me .. <post>|publish|press|button|buttons|channel',
		'publish|publishing|feedback|reject .. button|for|do|mean',
		'<the> <post>|<picture>|button|buttons|channel|desk|caption|title',
	],
	topics: [
		[
			'undo',
			[
				'undo|undone',
				'bring|get|give|want|put|take|restore|recover .. back',
				'restore|recover|revert .. <draft>|<post>|<part>|<it>',
				'rejected .. back',
				'pressed|clicked|hit reject',
				'way back',
				'rejected|dropped|deleted .. by mistake|accident|accidentally',
				'accidentally|mistakenly .. rejected|dropped|deleted',
				'take .. rejection .. back',
				'back .. rejected|dropped',
			],
		],
		[
			'correct',
			[
				'correct|fix|edit|change|update .. published|channel',
				'typo|mistake|error|wrong .. .. published|channel|already',
				'published|channel .. typo|mistake|error|wrong|correct|edit|fix|change',
				'edit|change|correct|fix .. after .. published|publishing|publication',
				'published <post> .. edited|changed|corrected|fixed',
			],
		],
		[
			'people',
			[
				'how many people|persons|users',
				'add|invite|another|second|new|remove|more|make|appoint .. editor|editors|colleague|person|people|admin|' +
					'member|user|users|owner|someone|somebody',
				'who .. can|may|is|are|has|publish|approve|edit|owner|editor|see',
				'rights|permission|permissions|access|roles|role',
				'give .. access',
				'editor|editors .. add|invite|publish',
				'other|another|colleague|partner|boss|wife|husband|friend|assistant|somebody|someone .. publish|approve|see|' + 'press',
			],
		],
		[
			'schedule',
			[
				'publish|post|put|send|release|go|goes|out|appear|schedule|plan|move|shift|postpone|delay .. <when>',
				'schedule|scheduled|scheduling|reschedule|postpone|delay',
				'plan <the>? .. <post>|week',
				'choose|pick|set .. time',
				'hold|keep .. back|until|till',
				'put .. off',
				'next|which|when|time .. <post> .. out|published|appear|planned',
				'when .. <post> .. go|goes|out|appear|published',
				'what|anything|which .. planned|scheduled',
				'publish|post .. at',
				'wait .. until|till|for|with',
				'posting times|time|slots|slot',
				'publish|post|release .. later',
			],
		],
		[
			'takedown',
			[
				'unpublish|withdraw',
				'rid of .. <post>',
				'delete|remove|erase|hide|pull|take .. <post>',
				'<post> .. removed|deleted|unpublished|withdrawn|taken',
				'take .. down|offline',
				'published .. wrong .. .. down',
				'delete|remove|erase|take .. from .. channel',
				'delete|remove|erase it|this|that $',
				'delete|remove .. published',
			],
		],
		[
			'drop',
			[
				'cancel|drop|delete|discard|forget|remove|kill|abort|reject|scrap|throw .. <draft>|request|work',
				'stop .. <draft>',
				"don't|not write|publish|make|do .. <it>|<post>|<draft>",
				'throw .. <draft>|<it>',
				'stop|quit .. working|writing|drawing|generating',
				'^ stop $',
				'rid of',
				'cancel|drop|discard|forget|abort|reject|scrap .. <it>|<post>',
				'reject .. do|does|for|mean|button',
				'what .. reject',
				'reject $',
				'say no to',
				'no post',
				"do not|don't want .. <draft>|<post>|<it>",
				'changed my mind',
			],
		],
		[
			'settings',
			[
				'hashtag|hashtags|signature|footer|template|templates|layout|colour|colours|color|colors|font|fonts|emoji|' + 'emojis',
				'settings|setting|configure|configuration|options|preferences',
				'turn|switch|without|no|with|mute .. sound',
				'silent|silently|notification|notifications|mute|quiet|spoiler',
				'house|writing style',
				'look|design of|the .. <picture>',
				'slogan|motto|logo .. <post>|under|below',
				'button|buttons .. below|under|link',
				'link|subscribe button|buttons',
				'reminders|remind .. stop|less|off',
				'turn|switch .. off|on',
			],
		],
		[
			'photo',
			[
				'use|take|add|attach|upload|send|put|insert|include|want|have|with .. my|our|own .. <photo>',
				'own <photo>',
				'<photo> from',
				'from my phone|computer|camera|gallery|album',
				'<photo> .. use|take <it>',
				'<photo> .. i|we .. sent|send|uploaded|attached|took|made|have',
				'use|take|insert|add|upload|attach|send .. photo|photos|photograph|logo',
				'photo instead',
			],
		],
		[
			'picture',
			[
				'another|different|new|other|better|change|redo|redraw|replace|regenerate|change|draw|swap|make .. <picture>',
				'<picture> .. again|changed|different|ugly|redrawn|replaced|better|brighter',
				'draw .. again',
				'draw|paint <it>',
				'like .. <picture>',
				'without|no|remove .. <picture>|<photo>',
				'<picture> .. draw|made|come|from',
				'who|how|what .. draws|drawn|paints <the>? <picture>?',
				'<picture> .. please',
				'on|in the <picture>',
			],
		],
		[
			'publish',
			[
				'^ publish $',
				'publish|release .. <it>|<draft>|<post>|now|immediately',
				'put|post|send|push .. <it>|<draft>|<post> .. channel|now|live|online',
				'post <it>',
				'how|what .. i|we|you|one|to publish|publishing|post',
				'press|pressing|click|tap|push .. publish',
				'publish .. button|for|mean|do',
				'publish .. yourself|automatically|itself|alone|without',
				'where .. <post> .. published|publish|go',
				'published .. automatically|itself|without',
				'after .. publish',
				'goes|go|get|send|gets .. to|in|into the channel',
				'press|click|tap .. channel',
				'published|publish .. automatically',
				'publish .. <draft>|<post>',
				'can .. publish $',
				'go live|public',
				'approve',
			],
		],
		[
			'speak',
			[
				'speak|talk|answer|reply|understand|respond|chat .. <lang>|language',
				'language .. speak|talk|bot|interface|menu|buttons|chat|me|you|answers',
			],
		],
		[
			'language',
			[
				'in|into|to <lang>',
				'translate|translation',
				'which|what|change|choose|set|other|another|switch .. language|languages .. <post>|text|texts|write|covers',
				'<post>|text|texts .. language|languages',
				'language|languages .. <post>|posts|text|texts|write|drafts',
				'write|post|texts|posts .. <lang>',
				'write .. other|another|foreign|many|different language|languages',
			],
		],
		[
			'news',
			[
				'find|get|look|search|send|bring|offer|show|give|read|any|stop|want|have .. news',
				'news .. from|come|daily|every|morning|find|search|get|sources|offer|feeds',
				'feed|feeds|rss',
				'news sources|offer|cards|card',
				'sources',
				'stop|sending|send .. offers|cards|news',
			],
		],
		[
			'change',
			[
				'change|edit|rewrite|rephrase|reword|shorten|fix|correct|modify|adjust|improve|make|replace|remove|delete|' +
					'add|cut|extend|update|swap|move .. <part>|<draft>|<post>',
				'write|want|need|give|keep|mention|use .. <part>',
				'make|made .. shorter|longer|simpler|friendlier|better|funnier|clearer|formal|less|more',
				'leave|take|cut out .. <part>',
				'like .. <part>',
				'feedback',
				'shorter|longer|rewrite|rephrase',
				'what .. change|edit',
				'change|edit|rewrite|fix|correct|improve .. <it>',
				'mention|say|state|name|drop|swap .. in the text|post|draft|title',
				'replace .. with',
				'add|mention|insert|include|replace|remove|delete .. phone|address|number|date|price|link|name|quote|time|' + 'sentence|paragraph',
			],
		],
		[
			'cost',
			[
				'how much|expensive',
				'cost|costs|price|prices|pricing|pay|paid|free|charge|charged|budget|money|fee|subscription|tokens|spend|spent',
				'limit|limits|limited',
				'how many .. <post>|<picture>|requests .. day|hour|week|month|make|send|have|left|i|we|can',
				'raise|lower|change|increase .. limit|budget',
			],
		],
		[
			'time',
			[
				'how long|fast|quickly|quick|soon',
				'when .. ready|finished|done',
				'how .. soon',
				'still|much .. waiting|longer|wait',
				'how many minutes|time',
				'how much time',
			],
		],
		[
			'resume',
			[
				'try|start|do|run|send|begin|once .. again|over|more',
				'continue|resume|proceed|retry|carry .. <draft>|<it>|on|work|working|going|where|writing|$',
				'keep on|going|working|writing',
				'go on',
				'finish .. <draft>|<it>|<post>',
				'why|what .. stop|stopped|stuck|failed|fail|finished|hang|hanging|wrong|happened|ready|nothing|error',
				'<draft>|<post> .. stuck|stopped|not|hang|hangs|failed|unfinished|disappeared|lost',
				"doesn't|not|isn't|won't work|working|respond|answer|responding|happening",
				'nothing happens|happened',
				'stopped|stops|failed .. error|with',
				'interrupted|aborted|crashed',
				'start|begin over',
				'error',
				'continue $',
				'resume',
				'retry',
			],
		],
		[
			'find',
			[
				'where|show|list|see|find|open|display|which|what|how|any|have|give|send .. <draft>|status|queue',
				'where|show|see|open|display|list .. my|last|latest .. <post>|posts|request|requests|draft|text',
				'what .. you .. working|doing',
				'what happened|became .. <post>|<draft>|request',
				'working on',
				'did|have|do .. get|got|receive|received|see|seen|have .. my|message|request',
				'what .. waiting|waits|open|pending|work|progress',
				'status',
				'my request|requests|message|text|draft .. where|there|ready|received|arrive',
				'show|open|display|send .. <draft>|preview|it|post',
				'in work|progress',
				'list|show .. everything|all',
				'open drafts',
			],
		],
		[
			'facts',
			[
				'you|it|ai .. invent|invented|invents',
				'fact|facts|check|checks|checked|checking|true|hallucinate|sources|verify|verified|accurate|wrong|trust|' +
					'reliable|lie|lies|mistakes',
				'how|where|do .. you|i .. know|sure',
				'made up',
				'make up|things',
				'where .. know|information|facts|from',
			],
		],
		[
			'links',
			[
				'link|links|url|article|articles|page|website|site .. read|send|open|give|paste|use|summarise|summarize|you',
				'send|read|open|paste|give|use|take|summarise|summarize .. link|links|url|article|page|website|site',
				'pdf|file|files|document|documents|video|videos|voice',
			],
		],
		[
			'make',
			[
				'what .. you do|can|able|for|help|offer',
				'who|what are you',
				'how .. you|this|it|bot|desk|everything work|works|use|used|start|begin',
				'how .. make|create|get|order|write|start|request|ask .. <post>|<draft>|started|one',
				'make|create|write|start|do .. <post>',
				'help',
				'commands|instructions|manual|tutorial',
				'what .. now|next|begin|start|send|write|first',
				'what .. buttons|button|this|it .. do|mean|for|about',
				'explain .. work|works|desk|bot|this',
			],
		],
	],
	plain: [
		['news', ['^ no|fewer|less|more|any news|offers|cards please|today|now?', '^ any news']],
		[
			'language',
			[
				'^ in <lang> $',
				'^ <lang> please? $',
				'^ in <lang> please|from|now|this|next|instead|only|always',
				'same .. in <lang>',
				'<post>|text|texts|draft .. in <lang>',
				'not in <lang>',
				'should .. <lang>',
			],
		],
		['speak', ['i speak|understand|read only? <lang>', "i don't|do not? speak|understand <lang>"]],
		[
			'correct',
			[
				'typo|mistake|misspelling .. <post>|channel|title|text|cover|caption|draft|preview',
				'<post>|channel|title|caption|draft|preview|cover .. typo|mistake|misspelt|misspelled',
			],
		],
		[
			'resume',
			[
				"<the>|publish|feedback|reject|resume button|buttons|bot|desk|preview|draft .. doesn't|don't|not|isn't|" +
					"aren't|stopped|disappeared|vanished|missing|gone|stuck|broken",
				'nothing happens|happened|works|comes',
				'no preview',
				'still no|nothing|waiting',
				'^ again $',
				'^ once more',
				'^ one more time',
				'my draft|drafts .. missing|gone|lost|stuck',
			],
		],
		['undo', ['by mistake|accident', "i didn't mean to"]],
		['takedown', ['<post> .. must|should|needs|has .. go|removed|deleted|taken|come']],
		[
			'schedule',
			[
				'^ not now|today|yet',
				'^ tomorrow|later|tonight $',
				'^ tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday at|morning|evening|' +
					'afternoon|noon please|instead?|$',
			],
		],
		[
			'picture',
			[
				"<the> <picture> .. is|are|looks|look|does|should|has|could|doesn't|isn't",
				'^ other|another|different|new|better <picture>',
				'^ no|without|less|more .. on|in the? <picture>',
			],
		],
		[
			'change',
			[
				'<the> <part>|<draft> .. is|are|should|sounds|needs|could|must too|more|less|be|sound|very|shorter|boring|' +
					'wrong|long|short|better',
				'^ shorter|longer|simpler|friendlier',
				'^ too long|short|formal|dry|boring|complicated|informal',
				'^ less|more formal|friendly|emojis|emotional|detail|details|facts|humour',
				'^ without|no <the>? emoji|emojis|hashtags|title|subtitle|<picture>|last',
			],
		],
		['settings', ['^ no|without|more|fewer|less hashtags|hashtag|emojis|sound|signature|notifications|reminders']],
		['find', ['^ my|all|open drafts|draft', '^ status $']],
		['drop', ['changed my mind', "^ don't|do not? publish|post|send|write", '^ no post', 'stop it|that|this $', '^ abort|cancel']],
		['people', ['is|as .. new|second|my editor|colleague|co-editor', 'wants to help|publish|edit']],
		['publish', ['^ go ahead|live $', '^ publish', '^ approved', 'looks good|fine|great .. publish|post|go']],
	],
	unable: [
		'pin|unpin',
		'repost|retweet|crosspost|cross-post|reshare',
		'on|to|in|into|with <net>',
		'statistics|stats|analytics|views|subscribers|followers|likes|reach',
		'comments|comment|commenters|poll|polls|quiz|reactions|story|stories|reel|reels|video|podcast|audio',
		'call|phone|ring|wake|text|email|message|remind me|my|him|her|them|us|the',
		'weather|pizza|taxi|alarm|music|song|joke|ticket|tickets|hotel|flight|calendar|appointment',
		'other|another|second|new|two channel|channels',
		'name|avatar|picture|description .. channel',
		'channel .. name|avatar|description',
		'ban|block|unsubscribe',
		'ads|advert|adverts|advertise|advertising',
		'password|account|login|backup',
		'newsletter|website|translate .. page',
		'how much|what is plus|times|minus',
		'search|google .. web|internet|google',
	],
	chat: [
		'^ thanks|thx|cheers|merci',
		'^ thank you|u',
		'to you too',
		'^ merry|happy christmas|xmas',
		'^ hi|hello|hey|yo|good morning|evening|night .. how|there|all|again|everybody|bot|$',
		'how are|is you|things|life|your',
		"how's it|things|life|your",
		'^ i|we love|like|hate|enjoy|adore|appreciate it|this|that|you|your|the',
		'you are|were|look|seem|really? .. best|great|awesome|funny|good|slow|stupid|smart|clever|nice|amazing|' +
			'wonderful|robot|human|ai|bot|there|cool|useless|wrong|right|fast|kind',
		"you're .. best|great|awesome|funny|good|slow|stupid|smart|clever|nice|amazing|wonderful|useless|wrong|right|" + 'fast|kind',
		"that's|this|it|it's|that is|was|not|isn't|what|wasn't .. not|what|wanted|great|good|bad|nice|funny|ok|fine|" +
			'wrong|right|meant|expected|better|perfect|terrible|awful|amazing|cool|quick|fast',
		'^ hm|hmm|hmmm|lol|haha|ha|wow|oh|oops|ups|ah|ugh|ooh|whoa|yay|meh|well',
		"^ i'm|i am|i|we're|we are|im .. sure|back|tired|sorry|busy|bored|hungry|here|home|happy|angry|confused|know|" +
			'understand|think|see|later|done|leaving|out|away|off|sleep|bed|lost',
		'^ good|great|nice|well job|work|done|one|idea|point|bye|night|luck|to',
		'^ let|give me think|see|check|look|know|minute|second|time|moment',
		"^ i'll|i will|we'll|ill",
		'^ sorry|apologies|pardon|excuse|my wrong|bad|mistake|for|me|chat|about|$',
		'^ see|talk|speak|till|until|catch you|later|tomorrow|soon|monday|then',
		'^ never|nevermind mind',
		"^ don't|dont worry|bother|mind",
		'^ have a nice|good|great|lovely',
		'^ are|is you|this a|an|there|real|human|alive|awake|online|serious|kidding|joking|ok|sure',
		'^ happy birthday|easter $',
		"^ what's|whats up|new|your",
		'^ tell .. joke',
		'^ one|just moment|second|minute|testing|kidding',
		'^ testing|test',
		'^ wait',
		'^ forget it|that',
		"^ doesn't|does not? matter",
		'^ no problem|worries|way|idea|thanks',
		'^ why not $',
		'^ as you wish|like',
		'^ up to you',
		'^ whatever',
		"^ it's|it is|that's|that is up|all|enough|everything|fine|ok|okay|nothing",
		'^ of course',
		'^ oh no|god|my|dear',
		'no idea|clue',
		'^ sounds good|great|fine',
		'who made|created|built you',
		'your name',
		'wrong chat|person|window',
		'are you|u .. robot|human|real|bot|ai|there|alive|sure|serious|kidding|stupid|ok|okay|crazy',
	],
	empty:
		'a an the this that these those my our your his her its their i you he she it we they me us him them mine ' +
		'and or but so if then than as of in on at to for from with by about into over after before until till up ' +
		"down out off again more most less very too just only also even not no nor don't doesn't didn't isn't aren't " +
		"can't won't is are was were be been being am do does did done have has had can could will would shall " +
		"should may might must let let's lets please pls thanks thank ok okay yes yeah now today tomorrow tonight " +
		'yesterday later soon morning evening afternoon night week month year day days hour hours minute minutes ' +
		'monday tuesday wednesday thursday friday saturday sunday weekend next last first new same other another ' +
		'some any all every each one two three how what where when why who which something anything nothing ' +
		'everything somebody there here good great nice fine better best bad well really maybe perhaps want need ' +
		'like make get go come know think see say tell give take put use try way thing things lot bit much many own ' +
		'still already yet never ever always',
	talk: "i i'm im i've i'll you you're it it's that that's this he she they we're",
};
