"""English words by meaning, as parts of patterns: data only."""

from __future__ import annotations

KIN_PARTNER = r"(?:wife|husband|hubby|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|better half|missus|other half)"
KIN_CHILD = r"(?:(?:twin )?(?:sons?|daughters?|kids?|children|child|boys|girls|twins|toddlers?|step-?(?:son|daughter)s?)|baby(?: boy| girl)?|little (?:one|girl|boy)|eldest|youngest|firstborn)"
KIN_PARENT = r"(?:mother|father|mum|mom|mam|ma|dad|papa|mama|parents|gran|granny|grandma|grandpa|grandad|granddad|grandmother|grandfather|grandparents|nan|nana|pop|step-?(?:mother|father|mum|mom|dad)|folks)(?![- ]in[- ]law|s?'s)"
KIN_RELATIVE = (
    r"(?:(?:kid |baby |big |little |older |elder |younger |twin |half |step-?)*(?:sisters?|brothers?|siblings?)|cousins?|aunt(?:ie|y|s)?|uncles?|nieces?|nephews?|in-laws|"
    r"(?:mother|father|parents|sister|brother|son|daughter)s?[- ]in[- ]law|god(?:mother|father|daughter|son)|grand(?:son|daughter|child|children|kids?))"
)
KIN_FRIEND = r"(?:(?:best |old |close |good |oldest |school |childhood |uni |university |gym |work )*(?:friends?|bestie|mates?|buddy|pal)|neighbou?rs?|room-?mates?|flat-?mates?|house-?mates?|landlord|landlady)"
KIN_COLLEAGUE = r"(?:(?:new |old |line |former |direct |team )*(?:boss|manager|colleagues?|co-?workers?|supervisor|teacher|professor|tutor|classmates?|deskmate|lab partner|team lead|co-?founder|business partner|mentor|coach|trainer|assistant|intern|apprentice|advisor|adviser|headteacher|principal))"
PEOPLE = {
    "family.partner": KIN_PARTNER,
    "family.children": KIN_CHILD,
    "family.relatives": KIN_RELATIVE,
    "family.parents": KIN_PARENT,
    "social.friends": KIN_FRIEND,
    "social.colleagues": KIN_COLLEAGUE,
}
PETS = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|hamsters?|rabbits?|bunn(?:y|ies)|parrots?|budgies?|budgerigars?|lovebirds?|canar(?:y|ies)|goldfish|fish|tortoises?|turtles?|guinea pigs?|"
    r"horses?|pon(?:y|ies)|hens?|chickens?|ducks?|geese|goats?|sheep|pigs?|cows?|geckos?|snakes?|lizards?|rats?|mice|mouse|ferrets?|cockatiels?|cockatoos?|parakeets?|alpacas?|donkeys?|bees|beehives?|"
    r"beagles?|labradors?|labs?|poodles?|terriers?|spaniels?|collies?|greyhounds?|whippets?|dachshunds?|corgis?|huskies|husky|retrievers?|shepherds?|lurchers?|pugs?|bulldogs?|mutts?|tabby|tabbies|tomcats?|siamese|axolotls?|chinchillas?|gerbils?|hedgehogs?|tarantulas?|stick insects?)"
)
JOB = (
    r"(?:nurse|porter|sysadmin|vet tech|paralegal|usher|busker|doctor|gp|vet|teacher|lecturer|professor|engineer|developer|programmer|designer|architect|accountant|lawyer|solicitor|barrister|paralegal|plumber|electrician|carpenter|joiner|welder|builder|roofer|painter|decorator|"
    r"chef|cook|baker|butcher|barista|waiter|waitress|bartender|driver|courier|pilot|postman|postwoman|firefighter|paramedic|police officer|soldier|sailor|farmer|gardener|florist|hairdresser|barber|beautician|"
    r"journalist|editor|sub-editor|writer|author|translator|interpreter|librarian|archivist|curator|photographer|illustrator|animator|musician|actor|actress|singer|dancer|artist|potter|tailor|seamstress|"
    r"pharmacist|dentist|dental technician|optician|physio|physiotherapist|therapist|psychologist|psychiatrist|counsellor|midwife|surgeon|radiographer|carer|nanny|childminder|au pair|social worker|"
    r"manager|director|consultant|analyst|administrator|receptionist|secretary|clerk|cashier|salesperson|estate agent|recruiter|buyer|bookkeeper|auditor|banker|trader|economist|statistician|data scientist|scientist|researcher|"
    r"chemist|physicist|biologist|geologist|mathematician|postdoc|technician|mechanic|machinist|operator|warehouse\w*|security guard|cleaner|janitor|caretaker|lifeguard|trainer|coach|instructor|tutor|teaching assistant|"
    r"freelancer|freelance \w+|contractor|self-employed|stay-at-home \w+|housewife|homemaker|civil servant|councillor|politician|priest|vicar|pastor|imam|rabbi|judge|surveyor|planner|plasterer|tiler|fisherman|beekeeper|brewer|"
    r"conductor|composer|producer|sound engineer|stagehand|model|stylist|jeweller|watchmaker|locksmith|tattooist|tattoo artist|tour guide|travel agent|flight attendant|air hostess|steward|trucker|lorry driver|bus driver|train driver|taxi driver|"
    r"owner|founder|ceo|cto|supervisor|foreman|team lead|project manager|product manager|tester|copywriter|marketer|lab technician|undertaker|shepherd|ranger|forester|zookeeper|astronomer|meteorologist|glazier|blacksmith|cobbler|upholsterer)"
)
NATION = (
    r"(?:american|british|english|scottish|welsh|irish|french|german|dutch|belgian|swiss|austrian|italian|spanish|portuguese|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|russian|ukrainian|belarusian|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian|"
    r"chinese|japanese|korean|taiwanese|vietnamese|thai|malaysian|indonesian|filipino|filipina|singaporean|indian|pakistani|bangladeshi|nepali|nepalese|sri lankan|iranian|persian|iraqi|syrian|lebanese|israeli|egyptian|moroccan|tunisian|algerian|nigerian|ghanaian|kenyan|ethiopian|ugandan|tanzanian|south african|zimbabwean|"
    r"brazilian|argentin(?:e|ian)|chilean|peruvian|colombian|mexican|cuban|venezuelan|canadian|australian|new zealander|kiwi|scouse|geordie|serbian|croatian|slovenian|bosnian|albanian|georgian|armenian|kazakh|uzbek)"
)
LANGUAGE = (
    r"(?:english|french|german|dutch|italian|spanish|portuguese|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|russian|ukrainian|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian|mandarin|cantonese|chinese|japanese|korean|vietnamese|thai|malay|indonesian|tagalog|hindi|urdu|bengali|punjabi|tamil|telugu|marathi|gujarati|kannada|malayalam|nepali|sinhala|"
    r"persian|farsi|arabic|hebrew|swahili|yoruba|igbo|hausa|amharic|zulu|xhosa|afrikaans|catalan|basque|galician|welsh|irish|gaelic|breton|latin|esperanto|sign language|bsl|asl|serbian|croatian|georgian|armenian|twi)"
)
ILLNESS = (
    r"(?:asthma|diabet\w+|migraines?|epileps\w+|epileptic|arthritis|arthritic|eczema|psoriasis|hypertension|high blood pressure|low blood pressure|tinnitus|adhd|add|autis\w+|dyslexi\w+|dyspraxi\w+|depress(?:ion|ed)|anxiety(?: disorder)?|ocd|ptsd|bipolar(?: disorder)?|insomnia|"
    r"coeliac(?: disease)?|celiac(?: disease)?|crohn'?s(?: disease)?|colitis|ibs|endometriosis|pcos|anaemi\w+|anemi\w+|hypothyroid\w*|thyroid \w+|long covid|fibromyalgia|lupus|gout|scoliosis|sciatica|osteoporosis|glaucoma|cancer|leukaemia|lymphoma|a pacemaker|heart (?:condition|disease|murmur)|kidney (?:stones?|disease)|hay ?fever|"
    r"type (?:1|2|one|two)(?: diabetes| diabetic)?|panic attacks|high cholesterol|cholesterol|rheumatoid arthritis|multiple sclerosis|parkinson'?s|alzheimer'?s|dementia|emphysema|copd|bronchitis|pneumonia|malaria|tuberculosis|hepatitis \w|hiv|rosacea|acne|a (?:bad|weak) heart|an eating disorder|anorexia|bulimia|ptsd|chronic (?:pain|fatigue)|me/cfs|seasick|carsick|travel ?sick|motion sickness|menopause|perimenopause|plantar fasciitis|a torn \w+|cataracts?|tonsillitis|narcolepsy|a heart condition|sickle cell|thalassaemia|cystic fibrosis|haemophilia|cerebral palsy|spina bifida|pre-?diabet\w+|vertigo|sleep apnoea|sleep apnea|carpal tunnel|tendonitis|tennis elbow|a slipped disc|a hernia|reflux|an ulcer|shingles|glandular fever|deaf|hard of hearing|blind|colou?r-?blind|in a wheelchair|wheelchair user|short-sighted|a stammer|a stutter|raynaud'?s)"
)
BODY = r"(?:knees?|back|lower back|ankles?|wrists?|shoulders?|hips?|elbows?|neck|foot|feet|toes?|hands?|arms?|legs?|thumbs?|fingers?|heart|eyes?|ears?|stomach|spine|ribs?|collarbone|achilles|hamstring|jaw|nose|skull|kidneys?|liver|lungs?|thyroid|skin|gut)"
HURT = r"(?:broke|broken|fractured|sprained|twisted|tore|torn|dislocated|injured|cracked|pulled|ruptured|bruised|strained|hurt|busted|snapped)"
THING = (
    r"(?:car|van|motorbike|motorcycle|scooter|bike|bicycle|e-?bike|boat|kayak|canoe|caravan|camper(?:van)?|truck|lorry|tractor|phone|iphone|smartphone|laptop|macbook|computer|pc|tablet|ipad|kindle|e-?reader|camera|lens|drone|watch|smartwatch|tv|telly|console|playstation|xbox|nintendo|switch|printer|sewing machine|"
    r"guitar|piano|keyboard|violin|cello|drums?|drum kit|ukulele|saxophone|trumpet|flute|synth|turntable|record player|telescope|microscope|coffee machine|espresso machine|oven|wok|bread machine|lathe|drill|chainsaw|3d printer|loom|kiln|allotment|tent|surfboard|skateboard|treadmill|rowing machine|"
    r"honda|toyota|ford|volvo|bmw|audi|fiat|skoda|renault|peugeot|citroen|nissan|mazda|kia|hyundai|tesla|vespa|brompton|yamaha|fender|gibson|canon|nikon|fuji\w*|leica|thinkpad|pixel|samsung|bernina|singer|land rover|mini|vauxhall|opel|vw|volkswagen|polo|golf|jazz|corsa|suzuki|kawasaki|bialetti|steinway)"
)
HOME = r"(?:flat|apartment|house|studio|bungalow|cottage|terrace|townhouse|penthouse|loft|attic|basement|bedsit|room|dorm|dormitory|narrowboat|houseboat|boat|caravan|trailer|mobile home|campervan|van|yurt|farm|farmhouse|maisonette|condo|duplex|tower block|high-rise|council \w+|hall of residence|student halls|convent|monastery|cabin|hut|barn|lighthouse|semi|semi-detached|tiny house|shared house|house ?share|flat ?share)"
MOOD = (
    r"(?:stressed|stressed out|sad|low|down|lonely|anxious|nervous|happy|overwhelmed|exhausted|burnt out|burned out|depressed|heartbroken|furious|frustrated|excited|thrilled|over the moon|worried|scared|scared stiff|terrified|devastated|grieving|homesick|miserable|relieved|proud|hopeful|hopeless|numb|jealous|guilty|ashamed|content|"
    r"livid|fuming|seething|shattered|wiped out|shaken|shaky|rattled|weepy|tearful|flat|cheerful|delighted|giddy|nostalgic|discouraged|demotivated|unmotivated|insecure|hurt|betrayed|humiliated|torn|lost|stuck|uneasy|distraught|inconsolable|beside myself|at my wits' end|calm|restless|bored|fed up|gutted|on edge|jittery|blue|desperate|disappointed|grateful|elated|ecstatic|buzzing|chuffed|crushed|irritable|angry|worn out|drained|knackered|panicking|panicky|dreading|in bits|a wreck|a mess)"
)
TRAIT = (
    r"(?:left-handed|introvert(?:ed)?|extrovert(?:ed)?|ambivert|perfectionist|(?:\w+ly )?shy|stubborn|impatient|punctual|messy|tidy|organi[sz]ed|disorgani[sz]ed|forgetful|clumsy|competitive|optimist(?:ic)?|pessimist(?:ic)?|sensitive|soft-hearted|hot-headed|short-tempered|laid-?back|easygoing|easy-going|control freak|people pleaser|people-pleaser|"
    r"procrastinator|chatterbox|worrier|overthinker|night owl|early bird|morning person|night person|homebody|loner|planner|dreamer|realist|sceptic|skeptic|cautious|anxious person|honest|blunt|direct person|quiet person|talkative|lazy|ambitious|creative person|nerd|geek|bookworm|workaholic|hoarder|romantic|bad loser|sore loser|generous|thrifty|frugal|risk-averse|adventurous|reserved|outgoing|restless person)"
)
BELIEF = r"(?:jehovah'?s witness|seventh-day adventist|bah[aá]'?[ií]|zoroastrian|wiccan|druid|presbyterian|evangelical|pentecostal|born-again \w+|greek orthodox|coptic|marxist|trotskyist|centrist|unionist|abolitionist|christian|catholic|protestant|anglican|lutheran|methodist|baptist|quaker|orthodox|mormon|muslim|sunni|shia|jewish|jew|hindu|sikh|buddhist|taoist|jain|pagan|atheist|agnostic|humanist|secular|religious|spiritual|feminist|socialist|communist|anarchist|liberal|conservative|libertarian|pacifist|republican|democrat|monarchist|social democrat|leftist|left-wing|right-wing|environmentalist)"
DIET = r"(?:vegetarian|vegan|pescatarian|flexitarian|veggie|pescetarian|teetotal|teetotaller|sober|plant-based|halal|kosher|keto|low[- ]carb|gluten[- ]free|dairy[- ]free|lactose[- ]free|sugar[- ]free|paleo|omnivore|macrobiotic|carnivore|fasting)"
NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
FREQUENCY = r"\b(?:every (?:single |other |second |few )?(?:days?|weekday|weekdays|night|morning|evening|afternoon|week|weekend|month|year|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*)|(?:once|twice|three times|four times|five times|\d+ times|\d+x) (?:a|an|every|per|each|the)\b|\w+ times a (?:day|week|month)|daily|weekly|nightly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:on )?weekdays|(?:on )?weeknights|all week|all year round|(?:on|at) the weekends?|on weekends|most (?:days|nights|mornings|evenings)|each (?:day|morning|night|week|way)|at weekends|in the (?:mornings|evenings)|before (?:work|breakfast|school|bed)|after (?:work|lunch|dinner|school))\b"
CLOCK = r"(?:(?:at|around|by|before|after|until|till|from) (?:about |around |half |quarter (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.|o'clock))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dawn|sunrise|sunset)\b(?! (?:minutes|people|days|weeks|hours|of|kids|years)))"
DRUG = (
    r"(?:metformin|warfarin|lithium|insulin|levothyroxine|thyroxine|sertraline|citalopram|escitalopram|fluoxetine|prozac|zoloft|lexapro|venlafaxine|duloxetine|mirtazapine|bupropion|wellbutrin|adderall|ritalin|concerta|methylphenidate|vyvanse|ibuprofen|paracetamol|aspirin|naproxen|codeine|tramadol|morphine|gabapentin|pregabalin|amitriptyline|"
    r"omeprazole|lansoprazole|pantoprazole|ramipril|lisinopril|amlodipine|losartan|candesartan|bisoprolol|propranolol|atenolol|atorvastatin|simvastatin|rosuvastatin|clopidogrel|apixaban|eliquis|prednisolone|prednisone|methotrexate|humira|ozempic|wegovy|mounjaro|salbutamol|ventolin|symbicort|montelukast|cetirizine|loratadine|fexofenadine|"
    r"finasteride|isotretinoin|roaccutane|tamoxifen|letrozole|allopurinol|colchicine|quetiapine|olanzapine|risperidone|aripiprazole|lamotrigine|valproate|levetiracetam|keppra|topiramate|sumatriptan|melatonin|zopiclone|diazepam|lorazepam|xanax|hrt|the (?:mini-?)?pill|folic acid|iron tablets|vitamin [bd]\d*)"
)
SPORT = (
    r"(?:football|soccer|rugby|cricket|tennis|badminton|squash|table tennis|ping pong|basketball|netball|volleyball|handball|hockey|ice hockey|baseball|softball|golf|swim(?:s|ming)?|run(?:s|ning)?|jog(?:s|ging)?|cycl(?:e|es|ing)|bike rides?|row(?:s|ing)?|sail(?:s|ing)?|surf(?:s|ing)?|kayak(?:s|ing)?|canoeing|climb(?:s|ing)?|bouldering|hik(?:e|es|ing)|ski(?:s|ing)?|snowboard(?:s|ing)?|skat(?:e|es|ing)|"
    r"box(?:es|ing)?|kickboxing|judo|karate|taekwondo|aikido|fencing|archery|wrestling|gymnastics|athletics|marathon\w*|triathlon\w*|parkrun\w*|formula 1|f1|motogp|snooker|darts|bowling|bowls|lacrosse|polo|horse riding|riding|diving|scuba|freediving|dance|dancing|yoga|pilates|crossfit|weightlifting|powerlifting|spinning|zumba|curling|biathlon|orienteering|parkour|ultimate frisbee|water polo|wild swimming|trail running|race walking|padel|pickleball)"
)
TRAINING = r"(?:run|swim|jog|cycle|row|lift|train|work out|exercise|walk|do (?:yoga|pilates|crossfit|push-ups|weights|zumba|spinning|a class)|go (?:running|swimming|cycling|climbing|jogging|hiking|rowing|bouldering|to the gym|to yoga|to pilates|for a run|for a swim|for a walk|for a jog)|play (?:football|tennis|badminton|squash|basketball|five-a-side|volleyball)|hit the gym|box|spar|climb|stretch|bike)"
MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|aug|sept?|oct|nov|dec)"
WHEN = (
    rf"\b(?:tomorrow|next \w+|this (?:week|weekend|month|friday|saturday|sunday|monday|tuesday|wednesday|thursday|summer|spring|autumn|winter)|(?:on |the |by )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
    rf"in (?:a|one|two|three|four|\d+) (?:days?|weeks?|months?|years?)|(?:on |in |at |until |from )?{MONTH}\b|(?:on )?the \d+(?:st|nd|rd|th)|\d+(?:st|nd|rd|th)|\d+ {MONTH}|{MONTH} \d+|in (?:the )?(?:spring|summer|autumn|fall|winter)|over (?:christmas|easter|the holidays)|at (?:christmas|easter))"
)
# What people at a keyboard have in hand: of these nobody says for good that they like, fear or plan them.
TASK = (
    r"(?:drafts?|paragraphs?|scripts?|errors?|bugs?|options?|versions?|summar(?:y|ies)|spreadsheets?|files?|code|slides?|emails?|e-mails?|reports?|requests?|schedule|documents?|docs?|analysis|issues?|sections?|protocol|assets?|output|dataset|submission|results?|responses?|answers?|replies|prompts?|suggestions?|"
    r"instructions?|feedback|meeting|deadline|task|tasks|step|steps|wording|formatting|layout|template|phrasing|keywords?|numbers|figures|budget sheet|call|intro|introduction|outline|bullet points?|approach|workflow|checklist|presentation|deck|link|csv|json|invoice|quote|estimate|chapter \d+|criteria|framework)"
)
BUSINESS = r"(?:shop|store|bakery|caf[eé]|restaurant|business|company|bookshop|bookstore|salon|farm|agency|studio|startup|start-up|bar|pub|hotel|hostel|guesthouse|nursery|school|clinic|practice|workshop|garage|stall|b&b|gallery|press|garden centre|kiosk|gym|vineyard|winery|brewery|barbershop|tea room|food truck|branch|hotel|warehouse|library|museum|ward|team|kitchen|department|office|centre|center|charity|deli|butcher's|florist's|launderette|laundromat|pharmacy|foundation)"
SUBJECT = (
    r"(?:biology|law|chemistry|physics|maths?|mathematics|history|economics|medicine|nursing|architecture|engineering|psychology|philosophy|literature|linguistics|computer science|geography|geology|sociology|politics|political science|anthropology|archaeology|art history|fine arts?|art|design|graphic design|music|drama|film|journalism|"
    r"marketing|business|accounting|accountancy|finance|education|theology|statistics|biochemistry|pharmacy|dentistry|veterinary \w+|agriculture|forestry|environmental \w+|marine biology|astronomy|astrophysics|classics|translation|english|french|german|spanish|japanese|chinese|mandarin|italian|latin|(?:\w+ )?(?:engineering|science|studies|management|literature|history|therapy|law|design|physics|biology)|data science|social work|to (?:be|become) (?:a|an))"
)
HOUSEHOLD = r"(?:house|home|kitchen|garden|greenhouse|shed|barn|cabin|bathroom|attic|loft|basement|extension|cottage|boat|van|campervan|caravan|album|treehouse|patio|deck|farm|nursery|allotment|pond|terrace)"
NAMES = {
    "when": WHEN,
    "pets": PETS, "job": JOB, "nation": NATION, "language": LANGUAGE, "illness": ILLNESS, "body": BODY, "hurt": HURT, "thing": THING, "home": HOME,
    "mood": MOOD, "trait": TRAIT, "belief": BELIEF, "diet": DIET, "number": NUMBER, "frequency": FREQUENCY, "sport": SPORT, "training": TRAINING,
    "name": r"(?-i:(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Captain|Doctor)\.? )?[A-ZÀ-Ý][\w'’-]*(?: [A-ZÀ-Ý][\w'’-]*){0,2})",
    "place": r"(?=[^,]*(?-i:[A-ZÀ-Ý]))(?:the |a |an )?(?!(?:flat|house)\b)[^,]+",
    "a": r"(?:a|an|the|my|our|some|another|one|two|three|four|five|six|seven|eight|nine|ten|\d+|several|a couple of|a few|both)",
    "month": MONTH, "clock": CLOCK, "drug": DRUG, "business": BUSINESS, "subject": SUBJECT,
    "child": KIN_CHILD, "relative": KIN_RELATIVE, "partner": KIN_PARTNER,
}  # fmt: skip
