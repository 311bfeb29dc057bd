import { expect } from 'chai';
import { Api, GrammyError, InputFile } from 'grammy';
import type { Message } from 'grammy/types';
import sharp from 'sharp';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN } from '../support/sandbox.ts';

/** With a public Bot API client, unchanged. */
describe('the sandbox and videos', () => {
	let sandbox: RunningSandbox;
	let api: Api;
	before(async () => {
		sandbox = await new RunningSandbox().start();
		api = new Api(SANDBOX_TOKEN, { apiRoot: sandbox.url });
	});
	after(() => sandbox.end());

	const said = { width: 1280, height: 720, duration: 34 };
	const attach = async (more: object, text = 'The tram opens') => {
		const { message } = await sandbox.control<{ message: Message }>('/send', { from: EGOR, text, video: { ...said, ...more } });
		return message;
	};
	const refusal = async (work: Promise<unknown>) => {
		const error = await work.then(
			() => new Error('was expected to be refused'),
			(thrown: unknown) => thrown,
		);
		return error instanceof GrammyError ? error.description : String(error);
	};
	const cover = (background = '#356') =>
		sharp({ create: { width: 640, height: 640, channels: 3, background } })
			.png()
			.toBuffer();

	it('lets a person attach one, however large: it is sent again with a cover, edited, forwarded, and kept over a restart', async () => {
		const { video, caption } = await attach({ file_size: 314_572_800 });
		expect(video).to.include({ ...said, file_size: 314_572_800, mime_type: 'video/mp4' });
		expect(caption).to.equal('The tram opens');
		expect(await refusal(api.getFile(video?.file_id ?? ''))).to.equal('Bad Request: file is too big');
		await sandbox.stop();
		await sandbox.start();
		api = new Api(SANDBOX_TOKEN, { apiRoot: sandbox.url });
		const post = await api.sendVideo(CHANNEL, video?.file_id ?? '', { caption: 'Seen', cover: new InputFile(await cover(), 'c.png') });
		expect(post.video.file_unique_id).to.equal(video?.file_unique_id);
		expect(post.video.cover).to.have.length(3);
		const again = await api.sendVideo(OLGA, post.video.file_id, { cover: post.video.cover?.at(-1)?.file_id ?? '' });
		expect(again.video.cover?.at(-1)?.file_unique_id).to.equal(post.video.cover?.at(-1)?.file_unique_id);
		expect(await api.editMessageCaption(CHANNEL, post.message_id, { caption: 'Corrected' })).to.include({ caption: 'Corrected' });
		const media = { type: 'video', media: post.video.file_id, caption: 'Corrected' } as const;
		const bare = (await api.editMessageMedia(CHANNEL, post.message_id, media)) as Message.VideoMessage;
		expect(bare.video).to.not.have.property('cover');
		expect(await refusal(api.editMessageMedia(CHANNEL, post.message_id, media))).to.contain('message is not modified');
		const forwarded = await api.forwardMessage(OLGA, CHANNEL, post.message_id);
		expect(forwarded.video?.file_unique_id).to.equal(video?.file_unique_id);
		const photo = await api.editMessageMedia(CHANNEL, post.message_id, {
			type: 'photo',
			media: new InputFile(await cover('#853'), 'p.png'),
		});
		expect(photo).to.have.property('photo');
		expect(photo).to.not.have.property('video');
	});

	it('calls a GIF an animation and keeps it one', async () => {
		const { animation } = await attach({ animation: true, file_size: 90_000 });
		const post = await api.sendAnimation(CHANNEL, animation?.file_id ?? '', { caption: 'A cat' });
		expect(post).to.include({ caption: 'A cat' }).and.have.property('animation');
		expect(await api.sendVideo(CHANNEL, animation?.file_id ?? '')).to.have.property('animation');
	});

	it('knows nothing of a large upload that nobody described, and all that was said of another', async () => {
		const large = Buffer.alloc(10_485_761);
		const grey = await api.sendVideo(CHANNEL, new InputFile(large, 'v.mp4'));
		expect(grey.video).to.include({ width: 320, height: 320, duration: 0 });
		expect((await api.sendVideo(CHANNEL, new InputFile(large, 'v.mp4'), said)).video).to.include(said);
	});

	it('refuses other files, foreign ids, long captions and uploads above 50 MB in the words of the real server', async () => {
		const { video } = await attach({});
		const photo = await api.sendPhoto(OLGA, new InputFile(await cover(), 'c.png'));
		const { message } = await sandbox.control<{ message: Message }>('/send', {
			...{ from: EGOR, file: { name: 'v.mov', type: 'video/quicktime', bytes: 'AAAA' } },
		});
		expect(await refusal(api.sendVideo(OLGA, photo.photo[0]?.file_id ?? ''))).to.equal(
			"Bad Request: can't use file of type Photo as Video",
		);
		expect(await refusal(api.sendVideo(OLGA, message.document?.file_id ?? ''))).to.equal(
			"Bad Request: can't use file of type Document as Video",
		);
		expect(await refusal(api.sendPhoto(OLGA, video?.file_id ?? ''))).to.equal("Bad Request: can't use file of type Video as Photo");
		expect(await refusal(api.sendVideo(OLGA, `BAACAgQAAxkB${'x'.repeat(30)}`))).to.equal(
			'Bad Request: wrong file_id or the file is temporarily unavailable',
		);
		expect(await refusal(api.sendVideo(OLGA, 'short'))).to.contain('wrong remote file identifier specified');
		expect(await refusal(api.sendVideo(OLGA, video?.file_id ?? '', { caption: 'x'.repeat(1_025) }))).to.equal(
			'Bad Request: message caption is too long',
		);
		expect(await refusal(api.sendVideo(OLGA, new InputFile(Buffer.alloc(53_000_000), 'v.mp4')))).to.match(
			/Request Entity Too Large|Network request/,
		);
		const text = await api.sendMessage(OLGA, 'x');
		const edit = { type: 'video', media: video?.file_id ?? '' } as const;
		expect(await refusal(api.editMessageMedia(OLGA, text.message_id, edit))).to.equal(
			'Bad Request: there is no media in the message to edit',
		);
	});
});
