// Reads a reply into quicktype's classes and writes it again: java … Decode GetScheduleResponse < reply.json
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

public class Decode {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .serializationInclusion(Include.NON_NULL)
            .build();
        Object reply = mapper.readValue(System.in, Class.forName("replies." + args[0]));
        mapper.writeValue(System.out, reply);
    }
}
